// Transposes compared with plain C++, and the costs of their loads, stores and banks.
#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

using Transpose = CompiledKernels;

std::vector<double> transposed(const std::vector<double>& in, uint32_t width, uint32_t height) {
    std::vector<double> out(in.size());
    for (uint32_t row = 0; row < height; ++row)
        for (uint32_t col = 0; col < width; ++col) out[col * height + row] = in[row * width + col];
    return out;
}

void check_transpose(const Outcome& run) {
    const Shape& shape = run.input.layout.shape;
    EXPECT_TRUE(run.values("out") == transposed(values_of(run.input), shape.width, shape.height));
}
const HasReference transposes("transpose", {"naive_row", "naive_column", "tiled", "padded", "unrolled"},
                              check_transpose);

void expect_transposed(const Case& wanted, compile::CompilerChoice compiler) {
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run.findings(), wanted);
    expect_one_owner_per_cell(run, wanted);
    SCOPED_TRACE(wanted.text());
    check_transpose(run);
}

const std::vector<const char*> transpose_inputs{"noise:1x1", "noise:1x37,seed=2", "noise:71x1,seed=3",
                                                "noise:67x43,seed=4", "noise:32x64,seed=5"};

TEST_F(Transpose, NaiveMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"naive_row", "naive_column"})
            for (const char* input : transpose_inputs)
                for (const Dim3 block : {Dim3{32, 8, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}})
                    expect_transposed({"transpose", variant, input, block, {}, 3}, compiler);
}

TEST_F(Transpose, SharedMemoryMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"tiled", "padded", "unrolled"})
            for (const char* input : transpose_inputs)
                for (const char* side : {"TILE_DIM=32", "TILE_DIM=16", "TILE_DIM=7"})
                    expect_transposed({"transpose", variant, input, own_block, {side}, 3}, compiler);
}

TEST_F(Transpose, UnoptimizedCodeMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"naive_row", "naive_column", "tiled", "padded", "unrolled"})
            expect_transposed({"transpose", variant, "noise:67x43,seed=4", own_block, {}, 0}, compiler);
}

TEST_F(Transpose, VariantsHaveNoRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"naive_row", "naive_column", "tiled", "padded", "unrolled"}) {
            const Case wanted{"transpose", variant, "noise:67x43", own_block, {}, 3};
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            expect_no_races(run, wanted);
        }
}

TEST_F(Transpose, PaddingRemovesColumnConflicts) {
    for (const auto compiler : usable_compilers()) {
        const auto passes_per_read = [&](const char* variant, const char* side) {
            const Outcome run = references::run({"transpose", variant, "noise:64x64", own_block, {side}, 3}, compiler);
            EXPECT_TRUE(run.measured);
            if (!run.measured) return 0.0;
            const auto stored = cost_of_line(run, "tile[threadIdx.y][threadIdx.x] =");
            const auto read = cost_of_line(run, "= tile[threadIdx.x][threadIdx.y];");
            EXPECT_EQ(stored.shared_passes, stored.shared_requests) << variant; // along a row, without conflict
            EXPECT_GT(stored.shared_requests, 0u);
            EXPECT_GT(read.shared_requests, 0u);
            // The second tile of "unrolled" makes more requests.
            EXPECT_GE(run.last().shared.requests, stored.shared_requests + read.shared_requests);
            return static_cast<double>(read.shared_passes) / static_cast<double>(read.shared_requests);
        };
        EXPECT_EQ(passes_per_read("tiled", "TILE_DIM=32"), 32);
        EXPECT_EQ(passes_per_read("padded", "TILE_DIM=32"), 1);
        EXPECT_EQ(passes_per_read("unrolled", "TILE_DIM=32"), 1);
    }
}

TEST_F(Transpose, LaunchPassesMatchFormula) {
    for (const auto compiler : usable_compilers()) {
        const auto shared = [&](const char* variant) {
            const Outcome run = references::run({"transpose", variant, "noise:64x64", own_block, {}, 3}, compiler);
            EXPECT_TRUE(run.measured);
            return run.measured ? run.last().shared : metrics::SharedTraffic{};
        };
        // 64 x 64 elements go into and out of tiles, 32 per request.
        for (const char* variant : {"tiled", "padded", "unrolled"})
            EXPECT_EQ(shared(variant).requests, 256u) << variant;
        EXPECT_EQ(shared("tiled").passes, 128u + 32 * 128);
        EXPECT_EQ(shared("padded").passes, 256u);
        EXPECT_EQ(shared("unrolled").passes, 256u);
    }
}

TEST_F(Transpose, TilesCoalesceLoadsAndStores) {
    for (const auto compiler : usable_compilers()) {
        const auto traffic = [&](const char* variant) {
            const Outcome run = references::run({"transpose", variant, "noise:64x64", own_block, {}, 3}, compiler);
            EXPECT_TRUE(run.measured);
            return run.measured ? run.last().global : metrics::GlobalTraffic{};
        };
        // 128 requests of 32 floats: 4 sectors along a row, 32 if every lane is in another row.
        const auto row = traffic("naive_row"), column = traffic("naive_column");
        EXPECT_EQ(row.load_sectors, 128u * 4);
        EXPECT_EQ(row.store_sectors, 128u * 32);
        EXPECT_EQ(column.load_sectors, 128u * 32);
        EXPECT_EQ(column.store_sectors, 128u * 4);
        for (const char* variant : {"tiled", "padded", "unrolled"}) {
            const auto tiled = traffic(variant);
            EXPECT_EQ(tiled.load_sectors, 128u * 4) << variant;
            EXPECT_EQ(tiled.store_sectors, 128u * 4) << variant;
        }
    }
}

TEST_F(Transpose, TwoTilesHalveTheThreads) {
    for (const auto compiler : usable_compilers()) {
        const Outcome one = references::run({"transpose", "padded", "noise:128x64", own_block, {}, 3}, compiler);
        const Outcome two = references::run({"transpose", "unrolled", "noise:128x64", own_block, {}, 3}, compiler);
        ASSERT_TRUE(one.measured && two.measured);
        EXPECT_EQ(one.last().config.blocks(), 8u);
        EXPECT_EQ(two.last().config.blocks(), 4u);
        EXPECT_EQ(two.last().ownership.owners, 4u * 1024);
    }
}

} // namespace
} // namespace warpscope::catalog::references
