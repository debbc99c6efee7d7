// Bug museum: order of its explanations, and correctness of the fixes that it shows.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "driver.hpp"
#include "session/require_run.hpp"
#include "ui/edit/edit_window.hpp"

namespace warpscope::ui {
namespace {

TEST(Museum, CauseAndFixAreRevealedLater) {
    Driver driver(start_with(setup_of("bug_museum", "gradient:52x90")));
    driver.settle();
    const catalog::Variant& variant = *driver.model().variant;
    ASSERT_TRUE(variant.bug.any());
    EXPECT_TRUE(driver.says(variant.bug.symptom)) << driver.text();
    EXPECT_TRUE(driver.says(variant.bug.question));
    EXPECT_FALSE(driver.says("must not store")) << "the cause";
    EXPECT_FALSE(driver.says(variant.summary)) << "the cause, too";
    driver.click("cause##bug");
    driver.frames(2);
    EXPECT_TRUE(driver.says("must not store")) << driver.text();
    EXPECT_FALSE(driver.says("store only if i < n"));
    driver.click("fix##bug");
    driver.frames(2);
    EXPECT_TRUE(driver.says("store only if i < n")) << driver.text();
    EXPECT_TRUE(driver.says("+ if (i < n) {")) << driver.text();
    driver.click("show findings##bug");
    driver.settle();
    EXPECT_EQ(driver.model().preferences->tab, Tab::findings);
}

TEST(Museum, NameOfTheVariantIsRevealedWithTheCause) {
    Driver driver(start_with(setup_of("bug_museum", "gradient:52x90")));
    driver.settle();
    const catalog::Variant& variant = *driver.model().variant;
    EXPECT_TRUE(driver.says("variant bug 1 ")) << driver.text();
    EXPECT_FALSE(driver.says("variant " + variant.name)) << driver.text();
    EXPECT_FALSE(driver.says("Bug museum · Bug museum")) << driver.text();
    driver.click("variant");
    driver.frames(2);
    EXPECT_TRUE(driver.says("bug 12")) << driver.text();
    EXPECT_FALSE(driver.says(variant.title)) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.search("store without");
    EXPECT_TRUE(driver.says("bug 1\nVariant of Bug museum")) << driver.text();
    EXPECT_FALSE(driver.says(variant.title)) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.click("cause##bug");
    driver.settle();
    EXPECT_TRUE(driver.says("variant " + variant.name)) << driver.text();
    driver.click("variant");
    driver.frames(2);
    EXPECT_TRUE(driver.says(variant.title)) << driver.text();
    EXPECT_TRUE(driver.says("bug 12")) << driver.text();
}

TEST(Museum, ThreadWithRefusedAccessesIsNotCalledIdle) {
    Start start = start_with(setup_of("bug_museum", "gradient:52x90"));
    start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), "half_guard");
    Driver driver(std::move(start), 1400, 1200);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 30, 93)); // below the picture
    driver.settle();
    ASSERT_NE(driver.model().selection.thread, 0u);
    EXPECT_TRUE(driver.says("It owns no cell. Perhaps its accesses were refused")) << driver.text();
    EXPECT_FALSE(driver.says("Idle thread")) << driver.text();
    EXPECT_FALSE(driver.says("IS IDLE")) << driver.text();
    EXPECT_FALSE(driver.says("nothing to do")) << driver.text();
}

TEST(Findings, ListsNotesWithoutErrors) {
    Driver driver(start_with_findings_of("first_threads",
                                         "__global__ void first_threads(float* out, const float* in) {\n"
                                         "    __shared__ float t[64];\n"
                                         "    t[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];\n"
                                         "    if (threadIdx.x < 40) {\n"
                                         "        __syncthreads();\n"
                                         "        if (threadIdx.x == 0) out[blockIdx.x] = t[0];\n"
                                         "    }\n"
                                         "}\n"));
    driver.settle();
    EXPECT_TRUE(driver.has("Findings 0 · 1 note##tab")) << driver.text();
    EXPECT_TRUE(driver.says("No errors.")) << driver.text();
    EXPECT_TRUE(driver.says("24 of the warp's 32 threads ended before this barrier")) << driver.text();
}

Start race_in_a_scan() {
    Start start = start_with(setup_of("bug_museum", "index:256"));
    start.setup->variant = "kogge_stone_missing_sync";
    return start;
}

TEST(Museum, RaceInSharedMemoryIsMarkedOnTheOutput) {
    Driver driver(race_in_a_scan());
    driver.settle();
    ASSERT_TRUE(driver.model().result);
    ASSERT_EQ(driver.model().result->shown().findings.size(), 1u);
    EXPECT_TRUE(driver.says("1 finding")) << driver.text();
}

TEST(Museum, NarrowWindowKeepsTheTabOfFindings) {
    Driver driver(race_in_a_scan(), 800, 600);
    driver.settle();
    EXPECT_TRUE(driver.has("more##tabs"));
    EXPECT_TRUE(driver.has("Findings 1##tab")) << driver.text();
    for (const std::string& label : driver.labels())
        if (label.ends_with("##tab")) {
            EXPECT_LE(driver.item(label).max.x, driver.item("##drawer").min.x) << label;
        }
}

TEST(Museum, SourceHidesTheAnswerUntilAsked) {
    Start start = start_with(setup_of("bug_museum", "gradient:52x90"));
    start.preferences.tab = Tab::source;
    Driver driver(start);
    driver.settle();
    ASSERT_TRUE(driver.says("out[i] = 255 - value;")) << driver.text();
    EXPECT_FALSE(driver.says("// BUG")) << driver.text();
    driver.click("cause##bug");
    driver.settle();
    EXPECT_TRUE(driver.says("// BUG")) << driver.text();
}

TEST(Museum, EditorHidesTheAnswerUntilAsked) {
    Start start = start_with(setup_of("bug_museum", "gradient:52x90"));
    start.preferences.tab = Tab::source;
    Driver driver(start);
    open_editor(driver);
    const auto& edited = *driver.model().edited;
    ASSERT_TRUE(edited.open);
    EXPECT_NE(edited.text.find("out[i] = 255 - value;"), std::string::npos);
    EXPECT_EQ(edited.text.find("// BUG"), std::string::npos) << edited.text;
    EXPECT_FALSE(edited.changed());
    EXPECT_FALSE(driver.model().stale);
    driver.click("cause##bug");
    driver.settle();
    EXPECT_NE(driver.model().edited->text.find("// BUG"), std::string::npos);
    EXPECT_FALSE(driver.model().edited->changed());
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string fixed(std::string source, const std::vector<std::string>& fix) {
    std::string goes, comes;
    for (const std::string& line : fix) (line[0] == '-' ? goes : comes) += line.substr(1) + "\n";
    const size_t at = source.find(goes);
    if (at == std::string::npos) return {};
    return source.replace(at, goes.size(), comes);
}

TEST(Museum, EveryFixRemovesItsFindings) {
    const std::filesystem::path from = catalog::catalog_folder() / "bug_museum",
                                to = std::filesystem::path(testing::TempDir()) / "mended_museum";
    std::filesystem::remove_all(to);
    std::filesystem::copy(from, to);
    const auto broken = catalog::load_experiment(from / "experiment.toml");
    ASSERT_TRUE(broken);
    size_t fixes = 0;
    for (const catalog::Variant& variant : broken->variants) {
        EXPECT_TRUE(variant.bug.any()) << variant.name;
        if (variant.bug.fix.empty()) continue;
        const std::string source = fixed(text_of(variant.source), variant.bug.fix);
        ASSERT_FALSE(source.empty()) << variant.name << ": its fix is not about its text";
        std::ofstream(to / (variant.name + ".cu")) << source;
        ++fixes;
    }
    EXPECT_EQ(fixes, broken->variants.size() - 1) << "only a block of 2048 threads is no matter of the kernel";
    for (const catalog::Variant& variant : broken->variants) {
        if (variant.bug.fix.empty()) continue;
        Start start = start_with_file(to / "experiment.toml");
        const catalog::Experiment& experiment = start.catalog->experiments.front();
        start.setup = with_variant(default_setup(experiment, ""), experiment, variant.name);
        Driver driver(std::move(start), 900, 640);
        driver.settle();
        REQUIRE_RUN(driver.model().result);
        EXPECT_EQ(driver.model().result->shown().finding_count, 0u) << variant.name;
    }
}

} // namespace
} // namespace warpscope::ui
