// Scaled pictures, with textures and without, compared with plain C++.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

struct Scaled {
    const Outcome& run;
    int width, height, out_width, out_height;
    std::vector<double> in, out;

    explicit Scaled(const Outcome& outcome)
        : run(outcome)
        , in(values_of(outcome.input))
        , out(outcome.values("out")) {
        const Shape& shape = run.input.layout.shape;
        const int percent = static_cast<int>(run.setting("percent"));
        width = static_cast<int>(shape.width);
        height = static_cast<int>(shape.height);
        out_width = std::max(1, width * percent / 100);
        out_height = std::max(1, height * percent / 100);
    }
    /// Computes the source position as the kernels do.
    static float place(int cell, int count, int out_count) {
        return (static_cast<float>(cell) + 0.5f) * static_cast<float>(count) / static_cast<float>(out_count);
    }
    [[nodiscard]] double at(int x, int y, int channel) const {
        x = std::clamp(x, 0, width - 1);
        y = std::clamp(y, 0, height - 1);
        return in[static_cast<size_t>((y * width + x) * 4 + channel)];
    }
    template<class Expect>
    void for_values(Expect&& expect) const {
        ASSERT_EQ(out.size(), static_cast<size_t>(out_width) * static_cast<size_t>(out_height) * 4);
        for (int row = 0; row < out_height; ++row)
            for (int col = 0; col < out_width; ++col)
                for (int channel = 0; channel < 4; ++channel) {
                    const double got = out[static_cast<size_t>((row * out_width + col) * 4 + channel)];
                    expect(place(col, width, out_width), place(row, height, out_height), channel, got);
                    if (testing::Test::HasFatalFailure()) return;
                }
    }
};

void check_nearest(const Outcome& run) {
    const Scaled scaled(run);
    scaled.for_values([&](float x, float y, int channel, double got) {
        ASSERT_EQ(got, scaled.at(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), channel))
            << x << ", " << y;
    });
}

/// Expects values rounded to whole numbers; filter weights are multiples of 1 / `units`, or exact if `units` is 0.
void expect_blended(const Outcome& run, double units, double tolerance) {
    const Scaled scaled(run);
    scaled.for_values([&](float x, float y, int channel, double got) {
        const auto weight = [&](double part) { return units == 0 ? part : std::floor(part * units + 0.5) / units; };
        const double left = std::floor(x - 0.5), above = std::floor(y - 0.5);
        const double a = weight(x - 0.5 - left), b = weight(y - 0.5 - above);
        const int i = static_cast<int>(left), j = static_cast<int>(above);
        const double expected = (1 - b) * ((1 - a) * scaled.at(i, j, channel) + a * scaled.at(i + 1, j, channel)) +
                                b * ((1 - a) * scaled.at(i, j + 1, channel) + a * scaled.at(i + 1, j + 1, channel));
        ASSERT_NEAR(got, expected, 0.5 + tolerance) << x << ", " << y;
    });
}

// The product of the two axes' weights is rounded to 1/256. Its error, at most half a unit, is added to the weights of
// two pixels and subtracted from those of the other two: at most 2 * 255 times half a unit in total.
void check_texture_filter(const Outcome& run) { expect_blended(run, 256, 2 * 255.0 / 256 * 0.5); }
void check_manual_filter(const Outcome& run) { expect_blended(run, 0, 1e-3); }

const HasReference point("scaling", {"point"}, check_nearest);
const HasReference linear("scaling", {"linear"}, check_texture_filter);
const HasReference hand("scaling", {"by_hand"}, check_manual_filter);

using Scaling = CompiledKernels;

const std::vector<const char*> variants{"point", "linear", "by_hand"};

TEST_F(Scaling, MatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : variants)
            for (const char* input : {"noise:1x1", "noise:1x37,seed=2", "noise:23x29,seed=4", "gradient:31x17"})
                for (const char* percent : {"percent=10", "percent=100", "percent=173", "percent=400"}) {
                    const Case wanted{"scaling", variant, input, {7, 5, 1}, {percent}, 3};
                    SCOPED_TRACE(wanted.text());
                    const Outcome run = references::run(wanted, compiler);
                    ASSERT_TRUE(run.measured);
                    expect_no_findings(run.findings(), wanted);
                    reference_of("scaling", variant)(run);
                    if (HasFatalFailure()) return;
                }
}

TEST_F(Scaling, OriginalSizeKeepsThePicture) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : variants) {
            const Outcome run =
                references::run({"scaling", variant, "noise:19x13", own_block, {"percent=100"}, 0}, compiler);
            ASSERT_TRUE(run.measured);
            EXPECT_EQ(run.values("out"), values_of(run.input)) << variant;
        }
}

std::vector<uint32_t> reads_of_input(const Outcome& run) {
    for (const metrics::CellMaps& maps : run.last().maps)
        if (maps.buffer == run.prepared.input_buffer) return {maps.reads.begin(), maps.reads.end()};
    return {};
}

TEST_F(Scaling, TextureReadsCountTheirCells) {
    for (const auto compiler : usable_compilers()) {
        // 16 by 8 threads, one warp per block.
        const Outcome point =
            references::run({"scaling", "point", "noise:8x4", {8, 4, 1}, {"percent=200"}, 3}, compiler);
        ASSERT_TRUE(point.measured);
        EXPECT_EQ(reads_of_input(point), std::vector<uint32_t>(32, 4));
        EXPECT_EQ(point.last().global.load_requests, 4u);
        EXPECT_EQ(point.last().global.load_bytes, 128u * 4);
        const Outcome linear =
            references::run({"scaling", "linear", "noise:8x4", {8, 4, 1}, {"percent=200"}, 3}, compiler);
        ASSERT_TRUE(linear.measured);
        // A thread reads two columns and two rows. Clamping at an edge leaves only one.
        std::vector<uint32_t> expected;
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 8; ++x) expected.push_back((x == 0 || x == 7 ? 3u : 4u) * (y == 0 || y == 3 ? 3u : 4u));
        EXPECT_EQ(reads_of_input(linear), expected);
        EXPECT_EQ(linear.last().global.load_requests, 4u * 4);
    }
}

} // namespace
} // namespace warpscope::catalog::references
