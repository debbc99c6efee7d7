// Kernels that check a property of matrices: orthogonality and commuting.
#include <cmath>

#include "catalog/references/checks.hpp"

namespace warpscope::catalog::references {
namespace {

class Properties : public NeedsCompiler {};

const std::vector<Dim3> blocks{{8, 8, 1}, {7, 5, 1}, {33, 1, 1}, {1, 64, 1}};

/// Cells where A times A transposed is not the identity. Noise is far from both answers' border.
std::vector<double> not_orthogonal(const std::vector<double>& A, size_t width, size_t height) {
    std::vector<double> broken(height * height);
    for (size_t row = 0; row < height; ++row)
        for (size_t col = 0; col < height; ++col) {
            double sum = 0;
            for (size_t k = 0; k < width; ++k) sum += A[row * width + k] * A[col * width + k];
            broken[row * height + col] = std::abs(sum - (row == col ? 1.0 : 0.0)) > 0.001 ? 255 : 0;
        }
    return broken;
}

void expect_count(const Outcome& run, const std::vector<double>& broken, const Case& wanted) {
    expect_no_findings(run, wanted);
    expect_stored_once(run, "broken", wanted);
    EXPECT_EQ(run.values("broken"), broken) << wanted.text();
    EXPECT_EQ(run.values("count").at(0), static_cast<double>(std::count(broken.begin(), broken.end(), 255.0)))
        << wanted.text();
}

TEST_F(Properties, OrthogonalityOfAnyMatrix) {
    for (const auto compiler : usable_compilers())
        for (const char* input :
             {"impulse:1x1", "noise:1x1", "impulse:5x1", "noise:1x17", "noise:23x29", "gradient:9x9"})
            for (const Dim3 block : blocks) {
                const Case wanted{"orthogonality", "basic", input, block, {}, 3, true};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                const Shape& shape = run.input.layout.shape;
                expect_count(run, not_orthogonal(values_of(run.input), shape.width, shape.height), wanted);
            }
}

TEST_F(Properties, TheShippedMatrixBreaksOrthogonalityInThreeCells) {
    const std::string picture = std::string(WARPSCOPE_SOURCE_DIR) + "/cuda/orthogonality/permutation.png";
    for (const auto compiler : usable_compilers()) {
        const Case wanted{"orthogonality", "basic", picture, {7, 5, 1}, {}, 3, true};
        const Outcome run = references::run(wanted, compiler);
        ASSERT_TRUE(run.measured);
        std::vector<double> broken(24 * 24);
        for (const size_t cell : {5 * 24 + 5, 11 * 24 + 16, 16 * 24 + 11}) broken[cell] = 255;
        expect_count(run, broken, wanted);
    }
}

TEST_F(Properties, AMatrixCommutesWithItsPolynomial) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1x1", "noise:5x1", "noise:1x17", "noise:23x29", "noise:40x31"})
            for (const Dim3 block : blocks) {
                const Case wanted{"commuting", "basic", input, block, {"changed=-1"}, 3, true};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                const Shape& shape = run.input.layout.shape;
                const size_t size = std::min(shape.width, shape.height);
                expect_count(run, std::vector<double>(size * size), wanted);
            }
}

/// With E the matrix that has a single 1 at (row, col), A E - E A has A's column `row` in its column `col`, and minus
/// A's row `col` in its row `row`.
TEST_F(Properties, AChangedElementSpoilsARowAndAColumn) {
    for (const auto compiler : usable_compilers())
        for (const size_t changed : {0, 246, 528}) {
            const Case wanted{"commuting", "basic", "noise:23x29", {7, 5, 1}, {"changed=" + std::to_string(changed)},
                              3,           true};
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            const size_t size = 23, row = changed / size, col = changed % size;
            const auto A = values_of(run.input);
            std::vector<double> difference(size * size), broken(size * size);
            for (size_t k = 0; k < size; ++k) {
                difference[k * size + col] += A[k * 23 + row];
                difference[row * size + k] -= A[col * 23 + k];
            }
            size_t spoiled = 0;
            const auto got = run.values("broken");
            for (size_t i = 0; i < difference.size(); ++i) {
                if (std::abs(difference[i]) > 0.02) { // far more than the tolerance of 0.0001 * (1 + 150)
                    ++spoiled;
                    EXPECT_EQ(got[i], 255) << wanted.text() << " cell " << i;
                } else if (difference[i] == 0) {
                    EXPECT_EQ(got[i], 0) << wanted.text() << " cell " << i;
                }
            }
            EXPECT_GT(spoiled, 2 * size - 8);
        }
}

} // namespace
} // namespace warpscope::catalog::references
