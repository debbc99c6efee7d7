// Each variant of the museum gives the finding of its deliberate bug and no other kind. "BUG" marks the line in the
// kernel.
#include <fstream>
#include <gmock/gmock.h>
#include <optional>
#include <set>

#include "catalog/references/checks.hpp"
#include "metrics/finding_location.hpp"

namespace warpscope::catalog::references {
namespace {

using simt::FindingKind;

struct Exhibit {
    const char* variant;
    const char* input;
    FindingKind kind;
    Dim3 block_index;           // block of the first finding
    std::optional<Dim3> thread; // unset if the compilers differ
};

void PrintTo(const Exhibit& exhibit, std::ostream* out) { *out << exhibit.variant; }

const Exhibit exhibits[] = {
    {"missing_guard", "gradient:52x90", FindingKind::out_of_bounds, {36, 0, 0}, Dim3{72, 0, 0}}, // pixel 4680
    {"half_guard", "gradient:52x90", FindingKind::out_of_bounds, {0, 5, 0}, Dim3{0, 10, 0}},     // row 90
    {"wrong_pitch_index",
     "gradient:52x90",
     FindingKind::out_of_bounds,
     {0, 3, 0},
     Dim3{0, 4, 0}},                                                                      // row 52 with a pitch of 90
    {"divergent_barrier", "", FindingKind::barrier_divergence, {0, 0, 0}, Dim3{1, 0, 0}}, // first missing thread
    {"missing_second_sync", "", FindingKind::race_shared, {0, 0, 0}, std::nullopt},
    {"kogge_stone_missing_sync",
     "",
     FindingKind::race_shared,
     {0, 0, 0},
     Dim3{31, 0, 0}}, // thread 32, in the next warp, reads this thread's element
    {"histogram_without_atomics", "gradient:52x90", FindingKind::race_global, {0, 0, 0}, Dim3{1, 0, 0}},
    {"uninitialised_shared", "", FindingKind::uninitialized_read, {0, 0, 0}, Dim3{0, 0, 0}},
    {"missing_syncwarp", "", FindingKind::missing_syncwarp, {0, 0, 0}, Dim3{0, 0, 0}},
    {"endless_loop", "", FindingKind::instruction_budget, {0, 0, 0}, Dim3{0, 0, 0}},
    {"wrong_tile_pitch", "", FindingKind::out_of_bounds, {0, 0, 0}, Dim3{0, 8, 0}},
    {"block_of_2048", "", FindingKind::invalid_launch, {0, 0, 0}, Dim3{0, 0, 0}},
};

std::string museum_folder() { return std::string(WARPSCOPE_SOURCE_DIR) + "/cuda/bug_museum/"; }

std::set<uint32_t> bug_lines(const std::string& variant) {
    std::ifstream file(museum_folder() + variant + ".cu");
    std::set<uint32_t> lines;
    std::string text;
    for (uint32_t line = 1; std::getline(file, text); ++line)
        if (text.find("// BUG") != std::string::npos) lines.insert(line);
    return lines;
}

class BugMuseum : public NeedsCompiler, public ::testing::WithParamInterface<Exhibit> {};

TEST_P(BugMuseum, FindsOnlyThePlantedBug) {
    const Exhibit& exhibit = GetParam();
    auto lines = bug_lines(exhibit.variant);
    // An invalid launch's finding names the start of the kernel.
    if (exhibit.kind == FindingKind::invalid_launch) lines = {2};
    ASSERT_EQ(lines.size(), 1u);
    if (exhibit.kind == FindingKind::instruction_budget)
        lines = {9, 10, 11}; // the loop that runs too long because of the wrong start
    if (std::string_view(exhibit.variant) == "missing_second_sync") lines = {11, 16}; // the lines that use the tile
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run({"bug_museum", exhibit.variant, exhibit.input, {0, 0, 0}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const auto findings = run.findings();
        ASSERT_FALSE(findings.empty());
        if (std::string_view(exhibit.variant) == "missing_second_sync") {
            EXPECT_THAT(findings.front().message.english(),
                        testing::HasSubstr("still be at line 16 when another one begins"));
        }
        for (const simt::Finding& finding : findings) {
            EXPECT_EQ(finding.kind, exhibit.kind) << finding.message;
            EXPECT_TRUE(lines.count(finding.source.line)) << finding.source.line << ": " << finding.message;
        }
        EXPECT_EQ(findings[0].block_index, exhibit.block_index);
        if (exhibit.thread) {
            EXPECT_EQ(findings[0].thread_index, *exhibit.thread);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Exhibits, BugMuseum, ::testing::ValuesIn(exhibits),
                         [](const auto& info) { return std::string(info.param.variant); });

class BugMuseumSettings : public NeedsCompiler {};

TEST_F(BugMuseumSettings, FindingsNameTheElement) {
    const std::pair<Case, const char*> cases[] = {
        // 37 blocks of 128 threads for 4680 pixels
        {{"bug_museum", "missing_guard", "gradient:52x90", {0, 0, 0}, {}, 3},
         "It is element 4680 of 'out' (row 90, column 0), which has 90 rows of 52 columns"},
        {{"bug_museum", "missing_guard", "gradient:52", {0, 0, 0}, {}, 3},
         "It is element 52 of 'out', which has 52 elements"},
        {{"bug_museum", "histogram_without_atomics", "impulse:40", {0, 0, 0}, {}, 3}, " histogram[0]; "},
    };
    for (const auto compiler : usable_compilers())
        for (const auto& [wanted, words] : cases) {
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            ASSERT_FALSE(run.findings().empty()) << wanted.text();
            const std::string text = metrics::finding_message(*run.measured, run.findings()[0]).english();
            EXPECT_NE(text.find(words), std::string::npos) << text;
        }
    // Shared memory has no declared shape, so no element is named.
    const Outcome run =
        references::run({"bug_museum", "kogge_stone_missing_sync", "", {0, 0, 0}, {}, 3}, usable_compilers().front());
    ASSERT_TRUE(run.measured && !run.findings().empty());
    EXPECT_FALSE(metrics::element_of(*run.measured, run.findings()[0]));
    EXPECT_EQ(metrics::finding_message(*run.measured, run.findings()[0]), run.findings()[0].message);
}

TEST_F(BugMuseumSettings, SettingsCanHideBugs) {
    const Case hidden[] = {
        {"bug_museum", "missing_guard", "gradient:52x90", {130, 1, 1}, {}, 3},   // 36 full blocks
        {"bug_museum", "half_guard", "gradient:52x96", {0, 0, 0}, {}, 3},        // 6 full rows of blocks
        {"bug_museum", "wrong_pitch_index", "gradient:57x57", {0, 0, 0}, {}, 3}, // width equals height
        {"bug_museum", "wrong_tile_pitch", "", {12, 12, 1}, {}, 3},              // square input
    };
    for (const auto compiler : usable_compilers())
        for (const Case& wanted : hidden) {
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            expect_no_findings(run, wanted);
        }
}

TEST_F(BugMuseumSettings, WrongPitchRacesInWidePictures) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run =
            references::run({"bug_museum", "wrong_pitch_index", "noise:90x52", {0, 0, 0}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        ASSERT_FALSE(run.findings().empty());
        EXPECT_EQ(run.findings()[0].kind, FindingKind::race_global);
    }
}

TEST_F(BugMuseumSettings, WrongTilePitchDistortsWideBlocks) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run({"bug_museum", "wrong_tile_pitch", "", {16, 8, 1}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        EXPECT_TRUE(run.findings().empty());
        const auto in = run.initial("in"), out = run.values("out");
        size_t wrong = 0;
        for (size_t row = 0; row < 32; ++row)
            for (size_t col = 0; col < 128; ++col)
                if (out[row * 128 + col] != in[row * 128 + col / 16 * 16 + 15 - col % 16]) ++wrong;
        EXPECT_GT(wrong, 1000u);
    }
}

TEST_F(BugMuseumSettings, HistogramLosesCounts) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run =
            references::run({"bug_museum", "histogram_without_atomics", "noise:64x64", {0, 0, 0}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        double sum = 0;
        for (const double count : run.values("histogram")) sum += count;
        EXPECT_LT(sum, 64 * 64);
    }
}

TEST_F(BugMuseumSettings, GlobalRaceSuggestsAnAtomic) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run =
            references::run({"bug_museum", "histogram_without_atomics", "gradient:52x90", {0, 0, 0}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        ASSERT_FALSE(run.findings().empty());
        const std::string message = run.findings()[0].message.english();
        EXPECT_TRUE(message.ends_with("use an atomic, such as atomicAdd()")) << message;
        // Suggests an atomic also for a race within a warp, because __syncwarp() would not restore the lost counts.
        const Outcome warp =
            references::run({"bug_museum", "histogram_without_atomics", "checkerboard:7", {8, 1, 1}, {}, 3}, compiler);
        ASSERT_TRUE(warp.measured);
        ASSERT_FALSE(warp.findings().empty());
        EXPECT_EQ(warp.findings()[0].kind, FindingKind::missing_syncwarp);
        const std::string advice = warp.findings()[0].message.english();
        EXPECT_TRUE(advice.ends_with("use an atomic, such as atomicAdd()")) << advice;
    }
}

TEST_F(BugMuseumSettings, RejectedLaunchChangesNothing) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run({"bug_museum", "block_of_2048", "", {0, 0, 0}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        ASSERT_EQ(run.measured->launches().size(), 1u);
        const metrics::LaunchMeasurement& launch = run.measured->launches()[0];
        EXPECT_EQ(launch.finding_count, 1u);
        EXPECT_EQ(launch.findings.at(0).message,
                  "A block of 2048 x 1 x 1 has 2048 threads; the device allows at most 1024 per block. The launch "
                  "fails before the kernel starts.");
        EXPECT_EQ(launch.config.threads(), 4096u);
        EXPECT_EQ(launch.warp_instructions, 0u);
        EXPECT_EQ(launch.ownership.owners, 0u);
        EXPECT_TRUE(launch.maps.empty());
    }
}

TEST(BugMuseumLimits, OnlyMarkedVariantExceedsLimits) {
    const auto experiment = load_experiment(museum_folder() + "experiment.toml");
    ASSERT_TRUE(experiment) << experiment.error().text();
    ASSERT_NE(experiment->find("block_of_2048"), nullptr);
    Variant variant = *experiment->find("block_of_2048");
    const auto shown = prepare(variant, default_settings(variant), {});
    ASSERT_TRUE(shown) << shown.error().text();
    const std::string why = "A block of 2048 x 1 x 1 has 2048 threads; the device allows at most 1024 per block.";
    EXPECT_EQ(shown->plan.launches.at(0).refused, why);
    variant.findings.clear();
    const auto prepared = prepare(variant, default_settings(variant), {});
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().kind, ErrorKind::usage); // means exit status 2
    EXPECT_EQ(prepared.error().message, why);
}

} // namespace
} // namespace warpscope::catalog::references
