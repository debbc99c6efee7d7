#include <algorithm>
#include <cmath>

#include "catalog/references/checks.hpp"
#include "catalog/references/reference.hpp"
#include "simt/lanes/half.hpp"

namespace warpscope::catalog::references {
namespace {

class Matmul : public NeedsCompiler {};
class Matvec : public NeedsCompiler {};

const std::vector<const char*> matmul_inputs{"noise:1x1", "noise:17x1", "noise:1x19", "noise:23x29,seed=4",
                                             "noise:32x48"};

std::vector<double> product(const std::vector<double>& M, const std::vector<double>& N, size_t rows, size_t inner,
                            size_t columns) {
    std::vector<double> P(rows * columns);
    for (size_t row = 0; row < rows; ++row)
        for (size_t col = 0; col < columns; ++col)
            for (size_t k = 0; k < inner; ++k) P[row * columns + col] += M[row * inner + k] * N[k * columns + col];
    return P;
}

/// Allows an error of a small part of the sum, because single precision rounds after every step.
void expect_close(const std::vector<double>& got, const std::vector<double>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i)
        ASSERT_NEAR(got[i], expected[i], 1e-6 + 1e-5 * std::abs(expected[i])) << "cell " << i;
}

void check_product(const Outcome& run) {
    const Shape& shape = run.input.layout.shape;
    expect_close(run.values("P"), product(values_of(run.input), run.initial("N"), shape.height, shape.width,
                                          static_cast<size_t>(run.setting("columns"))));
}
const HasReference products("matmul", {"element", "row", "column", "tiled", "coarsened"}, check_product);

double as_half(double value) {
    return simt::float_from_bits<simt::HalfFormat::ieee>(simt::bits_from_double<simt::HalfFormat::ieee>(value));
}

/// Multiplies factors rounded to 16 bits. Truncating the sum to float after every 16 products changes the sum little,
/// because no factor is negative.
void check_half_product(const Outcome& run) {
    std::vector<double> M = values_of(run.input), N = run.initial("N");
    std::ranges::transform(M, M.begin(), as_half);
    std::ranges::transform(N, N.begin(), as_half);
    const Shape& shape = run.input.layout.shape;
    expect_close(run.values("P"),
                 product(M, N, shape.height, shape.width, static_cast<size_t>(run.setting("columns"))));
}
const HasReference halves("matmul", {"tensor_cores"}, check_half_product);

void check_vector_product(const Outcome& run) {
    const Shape& shape = run.input.layout.shape;
    expect_close(run.values("product"),
                 product(values_of(run.input), run.initial("vector"), shape.height, shape.width, 1));
}
const HasReference vector_products("matvec", {"row"}, check_vector_product);

void expect_product(const Case& wanted, compile::CompilerChoice compiler) {
    SCOPED_TRACE(wanted.text());
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run, wanted);
    expect_stored_once(run, "P", wanted);
    check_product(run);
}

TEST_F(Matmul, UntiledMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"element", "row", "column"})
            for (const char* input : matmul_inputs)
                for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}})
                    for (const size_t columns : {1, 37})
                        expect_product({"matmul",
                                        variant,
                                        input,
                                        block,
                                        {"columns=" + std::to_string(columns)},
                                        block.x == 33 ? 0 : 3},
                                       compiler);
}

TEST_F(Matmul, TiledMatchesWithoutRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"tiled", "coarsened"})
            for (const char* tile : {"5", "16", "32"})
                for (const char* input : matmul_inputs)
                    for (const size_t columns : {1, 37, 96})
                        expect_product({"matmul",
                                        variant,
                                        input,
                                        {7, 5, 1}, // no effect, because the tile size is the block size
                                        {"columns=" + std::to_string(columns), std::string("TILE_DIM=") + tile},
                                        tile[0] == '5' ? 0 : 3,
                                        true},
                                       compiler);
}

TEST_F(Matmul, TensorCoresMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : matmul_inputs)
            for (const size_t columns : {1, 37, 96}) {
                const Case wanted{"matmul",
                                  "tensor_cores",
                                  input,
                                  {7, 5, 1}, // no effect, because a block is always one warp
                                  {"columns=" + std::to_string(columns)},
                                  columns == 37 ? 0 : 3,
                                  true};
                SCOPED_TRACE(wanted.text());
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                expect_stored_once(run, "P", wanted);
                check_half_product(run);
            }
}

TEST_F(Matmul, PaddingAvoidsTensorCoreConflicts) {
    if (std::ranges::count(usable_compilers(), compile::CompilerChoice::nvrtc) == 0) GTEST_SKIP() << "no NVRTC";
    // NVRTC knows that the tiles are in shared memory: it loads a tile with one request of eight rows of 16 bytes.
    const auto conflicts = [](const char* padding) {
        const Outcome run = references::run(
            {"matmul", "tensor_cores", "noise:16x16", {0, 0, 0}, {"columns=16", std::string("PADDING=") + padding}, 3},
            compile::CompilerChoice::nvrtc);
        return run.last().shared.passes;
    };
    EXPECT_LT(conflicts("1"), conflicts("0"));
    EXPECT_LT(conflicts("0"), conflicts("2"));
    EXPECT_EQ(conflicts("1"), conflicts("3"));
}

TEST_F(Matmul, CoarseFactorsMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const char* factor : {"1", "3"})
            expect_product({"matmul",
                            "coarsened",
                            "noise:23x29,seed=4",
                            {0, 0, 0},
                            {"columns=53", std::string("COARSE_FACTOR=") + factor, "TILE_DIM=4"},
                            3,
                            true},
                           compiler);
}

TEST_F(Matmul, TilesReduceReadsPerElement) {
    const auto all = [](const metrics::CellCounts& reads, uint32_t wanted) {
        return !reads.empty() && std::all_of(reads.begin(), reads.end(), [&](uint32_t n) { return n == wanted; });
    };
    for (const auto compiler : usable_compilers()) {
        const auto measure = [&](const char* variant, std::vector<std::string> settings) {
            settings.emplace_back("columns=80");
            return references::run({"matmul", variant, "noise:64x48", {0, 0, 0}, settings, 3}, compiler);
        };
        for (const char* variant : {"element", "row", "column"}) {
            const Outcome run = measure(variant, {});
            ASSERT_TRUE(run.measured);
            EXPECT_EQ(run.last().operations_per_byte(), 0.25) << variant;
            EXPECT_TRUE(all(maps_of(run, "M").reads, 80)) << variant;
            EXPECT_TRUE(all(maps_of(run, "N").reads, 48)) << variant;
        }
        const Outcome tiled = measure("tiled", {"TILE_DIM=16"});
        ASSERT_TRUE(tiled.measured);
        EXPECT_EQ(tiled.last().operations_per_byte(), 4.0);
        EXPECT_TRUE(all(maps_of(tiled, "M").reads, 80 / 16));
        EXPECT_TRUE(all(maps_of(tiled, "N").reads, 48 / 16));
        const Outcome coarsened = measure("coarsened", {"TILE_DIM=16", "COARSE_FACTOR=5"});
        ASSERT_TRUE(coarsened.measured);
        EXPECT_TRUE(all(maps_of(coarsened, "M").reads, 1));
        EXPECT_TRUE(all(maps_of(coarsened, "N").reads, 48 / 16));
    }
}

TEST_F(Matvec, RowThreadsMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : matmul_inputs)
            for (const Dim3 block : {Dim3{64, 1, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}}) {
                const Case wanted{"matvec", "row", input, block, {}, 3, true};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                expect_stored_once(run, "product", wanted);
                SCOPED_TRACE(wanted.text());
                check_vector_product(run);
            }
}

TEST_F(Matvec, RowWalkIsNotCoalesced) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run({"matvec", "row", "noise:96x128", {64, 1, 1}, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const auto& global = run.last().global;
        // Per step, a warp loads 32 sectors of the matrix and 1 of the vector.
        EXPECT_EQ(global.load_sectors, 96u * 4 * (32 + 1));
        EXPECT_EQ(global.load_sectors_ideal, 96u * 4 * (4 + 1));
    }
}

} // namespace
} // namespace warpscope::catalog::references
