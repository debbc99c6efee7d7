// Box blurs compared with the plain mean: equal if they divide the same integer sum, close for running float sums.
#include <algorithm>
#include <cmath>

#include "catalog/references/blur_reference.hpp"
#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

using BoxBlur = CompiledKernels;

const HasReference means("box_blur", {"naive", "tiled", "separable", "sliding_window"}, check_blur);

/// Allows the rounding error of running sums: up to 60 float additions of values up to 1000.
void check_running_sums(const Outcome& run) {
    const Shape& shape = run.input.layout.shape;
    const auto expected = mean_reference(values_of(run.input), static_cast<int>(shape.width),
                                         static_cast<int>(shape.height), static_cast<int>(run.setting("radius")));
    const auto values = run.values("out");
    ASSERT_EQ(values.size(), expected.size());
    for (size_t i = 0; i < values.size(); ++i)
        ASSERT_NEAR(values[i], expected[i], 1e-5 * std::max(1.0, std::abs(expected[i]))) << "cell " << i;
}
const HasReference running("box_blur", {"running_sums"}, check_running_sums);

Outcome expect_blurred(const Case& wanted, compile::CompilerChoice compiler) {
    Outcome run = references::run(wanted, compiler);
    if (!run.measured) return run;
    expect_no_findings(run.findings(), wanted);
    expect_one_owner_per_cell(run, wanted, 3);
    SCOPED_TRACE(wanted.text());
    check_blur(run);
    return run;
}

void expect_blurred_everywhere(const std::string& variant, const std::vector<std::string>& more = {}) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1x1", "noise:1x37,seed=2", "noise:41x1,seed=3", "noise:23x29,seed=4"})
            for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}})
                for (const int radius : {0, 1, 3, 16}) {
                    Case wanted{"box_blur", variant, input, block, more, radius == 1 ? 0 : 3};
                    wanted.settings.push_back("radius=" + std::to_string(radius));
                    expect_blurred(wanted, compiler);
                }
}

TEST_F(BoxBlur, TiledMatchesReference) { expect_blurred_everywhere("tiled"); }

TEST_F(BoxBlur, SeparableMatchesReference) { expect_blurred_everywhere("separable"); }

TEST_F(BoxBlur, SlidingWindowMatchesReference) {
    for (const char* strip : {"strip=1", "strip=7", "strip=64"}) expect_blurred_everywhere("sliding_window", {strip});
}

TEST_F(BoxBlur, RunningSumsMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1x1", "noise:1x37,seed=2", "noise:41x1,seed=3", "noise:140x29,seed=4"})
            for (const char* width : {"BLOCK_WIDTH=64", "BLOCK_WIDTH=128"})
                for (const char* strip : {"STRIP=4", "STRIP=24"})
                    for (const int radius : {0, 1, 2, 3, 15, 16}) {
                        const Case wanted{"box_blur",
                                          "running_sums",
                                          input,
                                          own_block,
                                          {width, strip, "radius=" + std::to_string(radius)}};
                        const Outcome run = references::run(wanted, compiler);
                        ASSERT_TRUE(run.measured) << wanted.text();
                        expect_no_findings(run.findings(), wanted);
                        expect_one_owner_per_cell(run, wanted);
                        SCOPED_TRACE(wanted.text());
                        check_running_sums(run);
                    }
}

TEST_F(BoxBlur, VariantsHaveNoRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"tiled", "separable", "sliding_window"}) {
            const Case wanted{"box_blur", variant, "noise:41x37", {7, 5, 1}, {"radius=3"}, 3};
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            expect_no_races(run, wanted);
            const Case sums{"box_blur", "running_sums", "noise:141x37", own_block, {"radius=3"}};
            const Outcome summed = references::run(sums, compiler);
            ASSERT_TRUE(summed.measured);
            expect_no_races(summed, sums);
        }
}

TEST_F(BoxBlur, TileLoadsEachPixelOnce) {
    for (const auto compiler : usable_compilers()) {
        // 3 x 3 blocks of 8 x 8 threads: the halo of 2 around the middle block is inside the picture.
        const Outcome run = expect_blurred({"box_blur", "tiled", "noise:24x24", {8, 8, 1}, {"radius=2"}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        EXPECT_EQ(run.last().config.dynamic_shared_bytes, 3u * 12 * 12);
        const auto trace = run.measured->trace_block(0, 4);
        ASSERT_TRUE(trace);
        EXPECT_EQ(trace->global.load_bytes, 3u * 12 * 12);
        EXPECT_EQ(trace->distinct_cells_loaded, 12u * 12);
        ASSERT_EQ(trace->halos.size(), 1u);
        EXPECT_EQ(trace->halos[0].cells.size(), 12u * 12 - 8 * 8);
    }
}

TEST_F(BoxBlur, OtherVariantsLoadExpectedPixels) {
    // Loads per interior pixel: (2r + 1)^2 at once, 2r + 1 in each of two passes, or 2 (2r + 1) per step of a running
    // sum.
    for (const auto compiler : usable_compilers()) {
        const Outcome naive =
            references::run({"box_blur", "naive", "noise:48x48", {16, 16, 1}, {"radius=4"}, 3}, compiler);
        const Outcome separable =
            references::run({"box_blur", "separable", "noise:48x48", {16, 16, 1}, {"radius=4"}, 3}, compiler);
        const Outcome sliding = references::run(
            {"box_blur", "sliding_window", "noise:48x48", {16, 1, 1}, {"radius=4", "strip=16"}, 3}, compiler);
        ASSERT_TRUE(naive.measured && separable.measured && sliding.measured);
        const auto loaded = [](const Outcome& run, uint32_t launch) {
            const auto trace = run.measured->trace_block(launch, 4); // the middle of 3 x 3 blocks with 256 pixels each
            EXPECT_TRUE(trace);
            return trace ? trace->global.load_bytes : 0;
        };
        EXPECT_EQ(loaded(naive, 0), 256u * 3 * 81);
        EXPECT_EQ(loaded(separable, 0), 256u * 3 * 9);
        EXPECT_EQ(loaded(separable, 1), 256u * 3 * 9 * 4); // sums have 4 bytes
        // Each of 16 threads loads its first window of 9 rows, then loads one row and drops one row 16 times.
        EXPECT_EQ(loaded(sliding, 0), 16u * 3 * 9 * (9 + 2 * 16));
    }
}

TEST_F(BoxBlur, OversizedTileIsExplained) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    const Variant* tiled = catalog.find("box_blur")->find("tiled");
    ASSERT_NE(tiled, nullptr);
    Settings settings = default_settings(*tiled);
    settings.block = {1024, 1, 1};
    settings.values["radius"] = 16;
    const auto input = input::make_input(*input::parse_spec("noise:9x9"), ElementType::u8, 3);
    ASSERT_TRUE(input);
    const auto prepared = prepare(*tiled, settings, *input);
    ASSERT_FALSE(prepared);
    EXPECT_NE(prepared.error().message.english().find("shared memory"), std::string::npos) << prepared.error().message;
}

} // namespace
} // namespace warpscope::catalog::references
