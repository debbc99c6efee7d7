// Gaussian blurs compared with plain C++, for every border policy.
#include <cmath>
#include <optional>

#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

using GaussianBlur = CompiledKernels;

enum Border { copy, clamp, mirror, zero };

/// Returns the index that is read for index i, or nullopt if the border policy reads no cell.
std::optional<int> place(Border border, int i, int n) {
    if (i >= 0 && i < n) return i;
    switch (border) {
    case clamp: return i < 0 ? 0 : n - 1;
    case mirror: {
        // The row and its mirror image repeat with a period of 2n.
        const int in_period = (i % (2 * n) + 2 * n) % (2 * n);
        return in_period < n ? in_period : 2 * n - 1 - in_period;
    }
    default: return std::nullopt;
    }
}

/// Blurs rows and columns with the same `weights` in double precision, without rounding.
std::vector<double> blurred(const std::vector<double>& in, int width, int height, const std::vector<double>& weights,
                            Border border) {
    const int radius = static_cast<int>(weights.size() / 2);
    std::vector<double> out(in.size());
    for (int row = 0; row < height; ++row)
        for (int col = 0; col < width; ++col) {
            const bool whole = row >= radius && row + radius < height && col >= radius && col + radius < width;
            for (int channel = 0; channel < 3; ++channel) {
                const auto at = [&](int r, int c) { return static_cast<size_t>((r * width + c) * 3 + channel); };
                double sum = 0;
                for (int dy = -radius; dy <= radius; ++dy)
                    for (int dx = -radius; dx <= radius; ++dx) {
                        const auto r = place(border, row + dy, height), c = place(border, col + dx, width);
                        if (r && c)
                            sum += weights[static_cast<size_t>(dy + radius)] *
                                   weights[static_cast<size_t>(dx + radius)] * in[at(*r, *c)];
                    }
                out[at(row, col)] = border == copy && !whole ? in[at(row, col)] : sum;
            }
        }
    return out;
}

std::vector<double> bell_curve(int radius, double sigma) {
    std::vector<double> weights;
    double sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += weights.emplace_back(std::exp(-k * k / (2 * sigma * sigma)));
    for (double& weight : weights) weight /= sum;
    return weights;
}

void check_weighted_blur(const Outcome& run, const std::vector<double>& weights, double tolerance) {
    const Shape& shape = run.input.layout.shape;
    const auto expected = blurred(values_of(run.input), static_cast<int>(shape.width), static_cast<int>(shape.height),
                                  weights, static_cast<Border>(run.setting("BORDER")));
    const auto got = run.values("out");
    // Rounding to a whole number changes a value by at most 0.5.
    for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], expected[i], 0.5 + tolerance) << "value " << i;
}
const HasReference fixed("gaussian_blur", {"fixed_3x3"}, [](const Outcome& run) { // whole numbers, so no tolerance
    check_weighted_blur(run, {0.25, 0.5, 0.25}, 0);
});
const HasReference any_radius("gaussian_blur", {"separable"}, [](const Outcome& run) {
    check_weighted_blur(run, bell_curve(static_cast<int>(run.setting("radius")), run.setting("sigma")), 1e-3);
});

void expect_blur(Case wanted, compile::CompilerChoice compiler, Border border, const std::vector<double>& weights,
                 double tolerance) {
    wanted.settings.push_back("BORDER=" + std::to_string(border));
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run.findings(), wanted);
    expect_one_owner_per_cell(run, wanted, 3);
    SCOPED_TRACE(wanted.text());
    check_weighted_blur(run, weights, tolerance);
}

const std::vector<const char*> blurred_inputs{"noise:1x1", "noise:1x37,seed=2", "noise:41x1,seed=3",
                                              "noise:23x29,seed=4"};
const std::vector<Border> borders{copy, clamp, mirror, zero};

TEST_F(GaussianBlur, Fixed3x3MatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : blurred_inputs)
            for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}})
                for (const Border border : borders) // whole numbers, so no tolerance
                    expect_blur({"gaussian_blur", "fixed_3x3", input, block, {}, 3}, compiler, border,
                                {0.25, 0.5, 0.25}, 0);
}

TEST_F(GaussianBlur, SeparableMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : blurred_inputs)
            for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}})
                for (const Border border : borders)
                    for (const int radius : {0, 1, 5, 16}) // up to several times the picture size
                        expect_blur({"gaussian_blur",
                                     "separable",
                                     input,
                                     block,
                                     {"radius=" + std::to_string(radius), "sigma=2.5"},
                                     3},
                                    compiler, border, bell_curve(radius, 2.5), 1e-3);
}

TEST_F(GaussianBlur, UnoptimizedCodeMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const Border border : borders) {
            expect_blur({"gaussian_blur", "fixed_3x3", "noise:23x29,seed=4", own_block, {}, 0}, compiler, border,
                        {0.25, 0.5, 0.25}, 0);
            expect_blur({"gaussian_blur", "separable", "noise:23x29,seed=4", own_block, {"radius=5", "sigma=2.5"}, 0},
                        compiler, border, bell_curve(5, 2.5), 1e-3);
        }
}

TEST_F(GaussianBlur, WeightsFormABellCurve) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run(
            {"gaussian_blur", "separable", "noise:23x29", {16, 16, 1}, {"radius=7", "sigma=3.5"}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const auto weights = run.values("weights"), expected = bell_curve(7, 3.5);
        ASSERT_EQ(weights.size(), expected.size());
        for (size_t i = 0; i < weights.size(); ++i) EXPECT_NEAR(weights[i], expected[i], 1e-6) << i;
    }
}

TEST_F(GaussianBlur, UniformPictureStaysUnchanged) {
    // On a single pixel, all policies except zero keep the value. Zero keeps the weight of the center, 4 of 16.
    for (const auto compiler : usable_compilers())
        for (const Border border : borders) {
            const Outcome run = references::run(
                {"gaussian_blur", "fixed_3x3", "noise:1x1", {16, 16, 1}, {"BORDER=" + std::to_string(border)}, 3},
                compiler);
            ASSERT_TRUE(run.measured);
            auto expected = values_of(run.input);
            if (border == zero)
                for (double& value : expected) value = std::floor((4 * value + 8) / 16);
            EXPECT_EQ(run.values("out"), expected) << border;
        }
}

TEST_F(GaussianBlur, VariantsHaveNoRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"fixed_3x3", "separable"}) {
            const Case wanted{"gaussian_blur", variant, "noise:41x37", {7, 5, 1}, {}, 3};
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            expect_no_races(run, wanted);
        }
}

} // namespace
} // namespace warpscope::catalog::references
