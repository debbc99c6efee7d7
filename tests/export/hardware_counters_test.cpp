#include "export/hardware_counters.hpp"

#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

#include <fmt/format.h>

#include "base/files.hpp"
#include "session/require_run.hpp"

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

std::string one_line(const std::string& text) {
    std::istringstream words(text);
    std::string out, word;
    while (words >> word) out += word + " ";
    return out;
}

TEST(HardwareCounters, StoredNumbersMatchTheDocument) {
    const auto stored = read_hardware_counters(WARPSCOPE_SOURCE_DIR "/assets/hardware_counters.json");
    ASSERT_TRUE(stored) << stored.error().text();
    for (const char* name : {"box_blur/naive", "transpose/tiled", "convolution/basic", "scan/brent_kung"})
        EXPECT_TRUE(stored->variants.contains(name)) << name;
    constexpr std::array<std::string_view, 3> memory{"load sectors", "store sectors", "shared passes"};
    constexpr std::array<std::string_view, 1> branches{"divergent branches"};
    const std::string page = one_line(read_file(WARPSCOPE_SOURCE_DIR "/docs/HARDWARE_COUNTERS.md").value_or(""));
    EXPECT_NE(page.find(fmt::format("{}, driver {}, {}.", stored->device, stored->driver, stored->date)),
              std::string::npos);
    for (const std::string& words :
         {fmt::format("{} are equal in every counter, ", stored->equal_variants()),
          fmt::format("in these {}, global sectors and shared passes are equal.", stored->equal_variants(memory)),
          fmt::format("Divergent branches are equal in {};", stored->equal_variants(branches))})
        EXPECT_NE(page.find(words), std::string::npos) << words;
    EXPECT_LT(stored->equal_variants(memory), stored->variants.size());
    EXPECT_NE(agreement_text(*stored).find(
                  fmt::format("all in {} of {} variants of the course, global sectors and shared passes in {}, ",
                              stored->equal_variants(), stored->variants.size(), stored->equal_variants(memory))),
              std::string::npos);
}

TEST(HardwareCounters, AgreementCountsAtomicsAndCorpus) {
    const fs::path file = fs::temp_directory_path() / fmt::format("warpscope-agreement-{}.json", ::getpid());
    std::ofstream(file) << R"({"device": "GPU", "driver": "1", "date": "2026-11-29",
        "counters": ["load sectors", "atomic requests", "local requests"], "equal surviving branches": 2, "unknown": [],
        "variants": {"a/b": {"emulator": [1, 4, 0], "hardware": [1, 4, 0]},
                     "a/c": {"emulator": [1, 4, 0], "hardware": [1, 5, 0]},
                     "a/d": {"emulator": [1, 0, 3], "hardware": [2, 0, 0]}},
        "corpus": {"compared": 9, "equal": 7, "unknown": ["e/f"]}})";
    const auto stored = read_hardware_counters(file);
    fs::remove(file);
    ASSERT_TRUE(stored) << stored.error().text();
    EXPECT_EQ(
        agreement_text(*stored),
        "hardware counters of GPU (driver 1, 2026-11-29) equal the emulator's: all in 1 of 3 variants of the "
        "course, global sectors and shared passes in 2, divergent branches of the PTX that the machine code keeps "
        "in 2, requests of global atomics in 1 of 2; all in 7 of 9 kernels of the test corpus; without a known "
        "reason, 1 differ");
}

TEST(HardwareCounters, StoredDifferencesHaveReasons) {
    const auto stored = read_hardware_counters(WARPSCOPE_SOURCE_DIR "/assets/hardware_counters.json");
    ASSERT_TRUE(stored) << stored.error().text();
    for (const auto& [name, counts] : stored->variants)
        for (const HardwareCounters::Counts& of : counts)
            EXPECT_EQ(of.reason.empty(), of.emulator == of.hardware) << name;
    EXPECT_EQ(stored->variants.at("matmul/tiled")[4].reason, "merged");
}

TEST(HardwareCounters, EntryOfTheGpuIsPreferred) {
    std::vector<HardwareCounters> all(2);
    all[0].device = "NVIDIA GeForce RTX 4090";
    all[1].device = "NVIDIA H200";
    EXPECT_EQ(find_hardware_counters(all, "NVIDIA H200"), &all[1]);
    EXPECT_EQ(find_hardware_counters(all, "H200 SXM"), &all[1]) << "the name of a model";
    EXPECT_EQ(find_hardware_counters(all, "rtx 4090"), &all[0]);
    EXPECT_EQ(find_hardware_counters(all, "Tesla T4"), &all[0]);
    EXPECT_EQ(find_hardware_counters(all, ""), &all[0]);
    EXPECT_EQ(find_hardware_counters({}, "NVIDIA H200"), nullptr);
}

TEST(HardwareCounters, DamagedFilesAreErrors) {
    const fs::path file = fs::temp_directory_path() / fmt::format("warpscope-counters-{}.json", ::getpid());
    for (const char* text : {"", "[1]", R"({"device": "GPU"})",
                             R"({"device": "GPU", "driver": "1", "date": "2026-11-28", "counters": ["load sectors"],
              "variants": {"a/b": {"emulator": [1], "hardware": [1, 2]}}})"}) {
        std::ofstream(file) << text;
        const auto read = read_hardware_counters(file);
        ASSERT_FALSE(read) << text;
        EXPECT_NE(read.error().text().find("--counters"), std::string::npos) << read.error().text();
    }
    fs::remove(file);
    EXPECT_FALSE(read_hardware_counters(file)) << "a missing file";
}

class InitialSetup : public testing::Test {
protected:
    InitialSetup() {
        stored.names = {"load sectors", "unknown counter", "divergent branches"};
        for (const char* name : {"scan/brent_kung", "vector_add/one_per_element"})
            stored.variants[name] = {{8, 9, "merged"}, {1, 1}, {2, 3, "own"}};
        request.device = session::DeviceChoice::emulator;
        open("scan", "brent_kung");
    }
    void open(const std::string& name, const std::string& variant) {
        const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
        const catalog::Experiment* experiment = catalog.find(name);
        ASSERT_NE(experiment, nullptr) << name;
        request.experiment = std::make_shared<const catalog::Experiment>(*experiment);
        request.variant = variant;
        request.settings = catalog::default_settings(*experiment->find(variant));
        request.input = *catalog::default_input(*experiment, catalog::default_picture().string());
    }
    [[nodiscard]] bool is_compared() const {
        const auto run = session::run(request);
        EXPECT_TRUE(run) << run.error().text();
        return run && !compare_with_hardware(stored, **run).empty();
    }

    session::Request request;
    HardwareCounters stored;
};

TEST_F(InitialSetup, RunIsComparedWithTheGpu) {
    const auto run = session::run(request);
    REQUIRE_RUN(run);
    const std::vector<ComparedCounter> rows = compare_with_hardware(stored, **run);
    ASSERT_EQ(rows.size(), 2u) << "an unknown counter is left out";
    const uint64_t sectors = (*run)->shown().global.load_sectors;
    EXPECT_EQ(rows[0], (ComparedCounter{"load sectors", sectors, sectors, 9, "merged or omitted accesses"}));
    const uint64_t ptx = (*run)->shown().divergence.divergent_branches;
    EXPECT_EQ(rows[1], (ComparedCounter{"divergent branches", ptx, 2, 3, "branches that ptxas adds"}));
    stored.variants.clear();
    EXPECT_TRUE(compare_with_hardware(stored, **run).empty()) << "a variant without counters";
}

TEST_F(InitialSetup, OnlyDifferencesHaveReasons) {
    const auto run = session::run(request);
    REQUIRE_RUN(run);
    const uint64_t sectors = (*run)->shown().global.load_sectors;
    stored.variants["scan/brent_kung"] = {{8, sectors, "merged"}, {1, 1}, {2, 3, "?"}};
    for (const ComparedCounter& row : compare_with_hardware(stored, **run)) EXPECT_EQ(row.reason, "") << row.name;
}

TEST_F(InitialSetup, AtomicsOnSharedMemoryAreApart) {
    open("histogram", "private_shared");
    stored.names = {"atomic requests", "local requests"};
    stored.variants["histogram/private_shared"] = {{7472, 7472}, {0, 0}};
    const auto run = session::run(request);
    REQUIRE_RUN(run);
    const std::vector<ComparedCounter> rows = compare_with_hardware(stored, **run);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].now, 7472u);
    EXPECT_EQ(rows[1].now, 0u);
}

TEST_F(InitialSetup, OtherSettingsAreNotCompared) {
    session::Request other_input = request, other_text = request;
    other_input.input = *input::parse_spec("index:32");
    other_text.text = catalog::read_source(*request.experiment->find(request.variant)).value_or("") + "\n";
    for (const session::Request& changed : {other_input, other_text}) {
        const auto run = session::run(changed);
        REQUIRE_RUN(run);
        EXPECT_TRUE(compare_with_hardware(stored, **run).empty());
    }
}

TEST_F(InitialSetup, OtherBlockSizesAreNotCompared) {
    if (!compiler_installed()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    open("vector_add", "one_per_element");
    EXPECT_TRUE(is_compared());
    request.settings.block.x = 128;
    EXPECT_FALSE(is_compared());
}

TEST_F(InitialSetup, OtherValuesAreNotCompared) {
    if (!compiler_installed()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    EXPECT_TRUE(is_compared());
    double& size = request.settings.values.at("SECTION_SIZE");
    size /= 2;
    EXPECT_FALSE(is_compared());
}

} // namespace
} // namespace warpscope::exporting
