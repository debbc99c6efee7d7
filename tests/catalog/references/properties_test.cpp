// Kernels that check whether matrices are orthogonal or commute.
#include <cmath>

#include "catalog/references/checks.hpp"
#include "catalog/references/reference.hpp"

namespace warpscope::catalog::references {
namespace {

class Properties : public NeedsCompiler {};

const std::vector<Dim3> blocks{{8, 8, 1}, {7, 5, 1}, {33, 1, 1}, {1, 64, 1}};

/// Returns 255 for each cell where A times its transpose differs from the identity, otherwise 0. Products of noise
/// differ far more than the tolerance.
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
    expect_stored_once(run, "violations", wanted);
    EXPECT_EQ(run.values("violations"), broken) << wanted.text();
    EXPECT_EQ(run.values("count").at(0), static_cast<double>(std::count(broken.begin(), broken.end(), 255.0)))
        << wanted.text();
}

/// Checks the marks of clearly correct and clearly wrong cells, and the number of marks.
void expect_marks(const Outcome& run, const std::vector<double>& off, const std::vector<double>& allowed) {
    const auto got = run.values("violations");
    ASSERT_EQ(got.size(), off.size());
    for (size_t i = 0; i < got.size(); ++i) {
        const bool marked = got[i] == 255;
        ASSERT_TRUE(marked || got[i] == 0) << "cell " << i;
        // Skips cells near the tolerance, because rounding errors may decide about their mark.
        if (std::abs(std::abs(off[i]) - allowed[i]) > 2e-5 * (1 + std::abs(off[i]) + allowed[i])) {
            ASSERT_EQ(marked, std::abs(off[i]) > allowed[i]) << "cell " << i;
        }
    }
    EXPECT_EQ(run.values("count").at(0), static_cast<double>(std::count(got.begin(), got.end(), 255.0)));
}

const HasReference orthogonal("orthogonality", {"basic"}, [](const Outcome& run) {
    const size_t width = run.input.layout.shape.width, height = run.input.layout.shape.height;
    const auto A = values_of(run.input);
    std::vector<double> off(height * height);
    for (size_t row = 0; row < height; ++row)
        for (size_t col = 0; col < height; ++col) {
            double sum = row == col ? -1 : 0;
            for (size_t k = 0; k < width; ++k) sum += A[row * width + k] * A[col * width + k];
            off[row * height + col] = sum;
        }
    expect_marks(run, off, std::vector<double>(off.size(), run.setting("tolerance")));
});

const HasReference commute("commuting", {"basic"}, [](const Outcome& run) {
    const size_t width = run.input.layout.shape.width, size = std::min<size_t>(width, run.input.layout.shape.height);
    const auto in = values_of(run.input), B = run.values("B"); // B from the first launch, including rounding
    const auto A = [&](size_t row, size_t col) { return in[row * width + col]; };
    std::vector<double> off(size * size), allowed(size * size);
    for (size_t row = 0; row < size; ++row)
        for (size_t col = 0; col < size; ++col) {
            double own = A(row, col), ab = 0, ba = 0;
            for (size_t k = 0; k < size; ++k) {
                own += A(row, k) * A(k, col);
                ab += A(row, k) * B[k * size + col];
                ba += B[row * size + k] * A(k, col);
            }
            const size_t i = row * size + col;
            if (static_cast<double>(i) == run.setting("changed")) own += 1;
            ASSERT_NEAR(B[i], own, 1e-5 * (1 + own)) << "cell " << i << " of B";
            off[i] = ab - ba;
            // Both sums are rounded, which matters where the tolerance is not larger than the rounding error.
            allowed[i] = run.setting("tolerance") * (1 + std::abs(ab));
            if (allowed[i] < 1e-4 * (1 + std::abs(ab)) && std::abs(off[i]) < 1e-4 * (1 + std::abs(ab)))
                allowed[i] = std::abs(off[i]); // makes expect_marks() skip the cell
        }
    expect_marks(run, off, allowed);
});

TEST_F(Properties, OrthogonalityMatchesReference) {
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

TEST_F(Properties, ShippedMatrixViolatesThreeCells) {
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

TEST_F(Properties, MatrixCommutesWithItsPolynomial) {
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

/// E has a single 1 at (row, col): A E - E A contains column `row` of A in column `col`, and minus row `col` of A in
/// row `row`.
TEST_F(Properties, ChangedElementSpoilsRowAndColumn) {
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
            const auto got = run.values("violations");
            for (size_t i = 0; i < difference.size(); ++i) {
                if (std::abs(difference[i]) > 0.02) { // far above the tolerance of 0.0001 * (1 + 150)
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
