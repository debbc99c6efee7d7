#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "catalog/references/run.hpp"

namespace warpscope::catalog::references {

/// Returns for each pixel the truncated mean of the window of `radius`, clipped to the image. RGB, row by row.
inline std::vector<double> blur_reference(const std::vector<double>& in, int width, int height, int radius) {
    std::vector<double> out(in.size());
    for (int row = 0; row < height; ++row)
        for (int col = 0; col < width; ++col)
            for (int channel = 0; channel < 3; ++channel) {
                int sum = 0, count = 0;
                for (int r = std::max(0, row - radius); r <= std::min(height - 1, row + radius); ++r)
                    for (int c = std::max(0, col - radius); c <= std::min(width - 1, col + radius); ++c, ++count)
                        sum += static_cast<int>(in[static_cast<size_t>((r * width + c) * 3 + channel)]);
                out[static_cast<size_t>((row * width + col) * 3 + channel)] = sum / count;
            }
    return out;
}

inline void check_blur(const Outcome& run) {
    const Shape& shape = run.input.layout.shape;
    // EXPECT_EQ would print millions of numbers.
    EXPECT_TRUE(run.values("out") == blur_reference(values_of(run.input), static_cast<int>(shape.width),
                                                    static_cast<int>(shape.height),
                                                    static_cast<int>(run.setting("radius"))));
}

/// Returns the mean of one channel without truncation.
inline std::vector<double> mean_reference(const std::vector<double>& in, int width, int height, int radius) {
    std::vector<double> out(in.size());
    for (int row = 0; row < height; ++row)
        for (int col = 0; col < width; ++col) {
            double sum = 0;
            int count = 0;
            for (int r = std::max(0, row - radius); r <= std::min(height - 1, row + radius); ++r)
                for (int c = std::max(0, col - radius); c <= std::min(width - 1, col + radius); ++c, ++count)
                    sum += in[static_cast<size_t>(r * width + c)];
            out[static_cast<size_t>(row * width + col)] = sum / count;
        }
    return out;
}

} // namespace warpscope::catalog::references
