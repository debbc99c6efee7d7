// Convolutions compared with plain C++, and their operations per loaded byte.
#include <cmath>

#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

using Convolution = CompiledKernels;

/// A sum in double precision, and the sum of absolute terms, which bounds the rounding error in float.
struct Sum {
    double value = 0, scale = 0;
};

std::vector<Sum> convolved(const std::vector<double>& in, const std::vector<double>& filter, int width, int height,
                           int radius) {
    std::vector<Sum> out(in.size());
    const int side = 2 * radius + 1;
    for (int row = 0; row < height; ++row)
        for (int col = 0; col < width; ++col)
            for (int i = 0; i < side; ++i)
                for (int j = 0; j < side; ++j) {
                    const int r = row - radius + i, c = col - radius + j;
                    if (r < 0 || r >= height || c < 0 || c >= width) continue;
                    const double term =
                        filter[static_cast<size_t>(i * side + j)] * in[static_cast<size_t>(r * width + c)];
                    Sum& sum = out[static_cast<size_t>(row * width + col)];
                    sum.value += term;
                    sum.scale += std::abs(term);
                }
    return out;
}

void check_weighted_sums(const Outcome& run) {
    const Shape& shape = run.input.layout.shape;
    const auto radius = static_cast<int>(run.setting("FILTER_RADIUS"));
    const auto filter = run.initial("filter");
    ASSERT_EQ(filter.size(), static_cast<size_t>((2 * radius + 1) * (2 * radius + 1)));
    ASSERT_NE(filter.front(), filter.back()); // detects a filter that is applied upside down
    const auto expected =
        convolved(values_of(run.input), filter, static_cast<int>(shape.width), static_cast<int>(shape.height), radius);
    const auto got = run.values("out");
    // Each of up to 81 terms may add an error of half a unit in the last place, 2^-24 of the sum.
    for (size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(got[i], expected[i].value, 1e-5 * expected[i].scale) << "cell " << i;
}
const HasReference convolutions("convolution", {"basic", "constant", "tiled", "tiled_output", "cached_halo"},
                                check_weighted_sums);

void expect_convolved(Case wanted, compile::CompilerChoice compiler, int radius) {
    wanted.settings.push_back("FILTER_RADIUS=" + std::to_string(radius));
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run.findings(), wanted);
    expect_one_owner_per_cell(run, wanted);
    SCOPED_TRACE(wanted.text());
    check_weighted_sums(run);
}

const std::vector<const char*> convolved_inputs{"noise:1x1", "noise:1x37,seed=2", "noise:71x1,seed=3",
                                                "noise:67x43,seed=4"};
const std::vector<int> radii{1, 2, 4};

TEST_F(Convolution, GlobalMemoryMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"basic", "constant"})
            for (const char* input : convolved_inputs)
                for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}})
                    for (const int radius : radii)
                        expect_convolved({"convolution", variant, input, block, {}, 3}, compiler, radius);
}

TEST_F(Convolution, TiledMatchesReference) {
    const std::vector<std::pair<const char*, std::vector<const char*>>> tiles{
        {"tiled", {"IN_TILE_DIM=32", "IN_TILE_DIM=13"}},
        {"tiled_output", {"OUT_TILE_DIM=16", "OUT_TILE_DIM=5"}},
        {"cached_halo", {"TILE_DIM=16", "TILE_DIM=5"}}};
    for (const auto compiler : usable_compilers())
        for (const auto& [variant, sides] : tiles)
            for (const char* side : sides)
                for (const char* input : convolved_inputs)
                    for (const int radius : radii)
                        expect_convolved({"convolution", variant, input, own_block, {side}, 3}, compiler, radius);
}

TEST_F(Convolution, UnoptimizedCodeMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"basic", "constant", "tiled", "tiled_output", "cached_halo"})
            expect_convolved({"convolution", variant, "noise:67x43,seed=4", own_block, {}, 0}, compiler, 2);
}

TEST_F(Convolution, VariantsHaveNoRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"basic", "constant", "tiled", "tiled_output", "cached_halo"}) {
            const Case wanted{"convolution", variant, "noise:67x43", own_block, {}, 3};
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            expect_no_races(run, wanted);
        }
}

/// Returns operations per byte of the middle block of 3 x 3. Its halo is inside the data.
double interior(const char* variant, const char* input, Dim3 block, std::vector<std::string> settings,
                compile::CompilerChoice compiler) {
    const Outcome run = references::run({"convolution", variant, input, block, std::move(settings), 3}, compiler);
    EXPECT_TRUE(run.measured);
    if (!run.measured) return 0;
    EXPECT_EQ(run.last().config.blocks(), 9u);
    return operations_per_byte_of_block(run, 4);
}

TEST_F(Convolution, InteriorBlockReachesPredictedIntensity) {
    for (const auto compiler : usable_compilers()) {
        EXPECT_DOUBLE_EQ(interior("tiled", "noise:84x84", own_block, {"IN_TILE_DIM=32", "FILTER_RADIUS=2"}, compiler),
                         28.0 * 28 * 25 * 2 / (32 * 32 * 4));
        EXPECT_DOUBLE_EQ(interior("tiled", "noise:90x90", own_block, {"IN_TILE_DIM=32", "FILTER_RADIUS=1"}, compiler),
                         30.0 * 30 * 9 * 2 / (32 * 32 * 4));
        EXPECT_DOUBLE_EQ(
            interior("tiled_output", "noise:84x84", own_block, {"OUT_TILE_DIM=28", "FILTER_RADIUS=2"}, compiler),
            28.0 * 28 * 25 * 2 / (32 * 32 * 4));
    }
}

TEST_F(Convolution, GlobalMemoryIntensityIsConstant) {
    // The guard skips both the load and the addition of outside terms, so the border has the same ratio.
    for (const auto compiler : usable_compilers())
        for (const auto& [variant, expected] : {std::pair{"basic", 0.25}, std::pair{"constant", 0.5}}) {
            const Outcome run = references::run({"convolution", variant, "noise:67x43", own_block, {}, 3}, compiler);
            ASSERT_TRUE(run.measured);
            EXPECT_DOUBLE_EQ(run.last().operations_per_byte(), expected) << variant;
        }
}

TEST_F(Convolution, InputTileLeavesThreadsIdle) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run({"convolution", "tiled", "noise:84x84", own_block, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const std::map<uint64_t, uint64_t> expected{{28 * 28, 9}};
        EXPECT_EQ(run.last().ownership.blocks_by_owners, expected);
    }
}

TEST_F(Convolution, CachedHaloReadsGlobalMemory) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run(
            {"convolution", "cached_halo", "noise:24x24", own_block, {"TILE_DIM=8", "FILTER_RADIUS=1"}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const auto trace = run.measured->trace_block(0, 4);
        ASSERT_TRUE(trace);
        // Loads each of 64 tile cells once. Threads on a side load three more, threads in a corner five more.
        EXPECT_EQ(trace->global.load_bytes, 4u * (64 + 4 * 6 * 3 + 4 * 5));
    }
}

} // namespace
} // namespace warpscope::catalog::references
