// Common parts of pixel tests: the fixture, and colors mixed like the shader's.
#pragma once

#include <cmath>
#include <functional>

#include "render/stage_fixture.hpp"
#include "render/style/palette.hpp"

namespace warpscope::render {

using test::Image;
using test::Pixel;
using test::pixel_of;
using test::view_of;
using test::WithStage;

struct ViewPixels : WithStage {
    static constexpr uint32_t width = 320, height = 260;
};

inline int distance(Pixel a, Pixel b) { return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b); }
inline Pixel pixel(Color c) { return {c.r, c.g, c.b}; }

inline int count_in_cell(const Image& image, const ViewState& state, double x, double y,
                         const std::function<bool(Pixel)>& wanted) {
    const Point size{static_cast<double>(image.width), static_cast<double>(image.height)};
    const Point low = state.camera.to_pixel({x, y}, size), high = state.camera.to_pixel({x + 1, y + 1}, size);
    int count = 0;
    for (int v = static_cast<int>(std::ceil(low.y)); v < static_cast<int>(high.y); ++v)
        for (int u = static_cast<int>(std::ceil(low.x)); u < static_cast<int>(high.x); ++u)
            count += u >= 0 && v >= 0 && u < static_cast<int>(image.width) && v < static_cast<int>(image.height) &&
                     wanted(image.at(u, v));
    return count;
}

/// Returns the color of `above` at `alpha` over `below`, as the shader mixes it.
inline Pixel mixed(Pixel below, Color above, float alpha) {
    const auto mix = [alpha](uint8_t a, uint8_t b) {
        return static_cast<uint8_t>(std::lround(static_cast<float>(a) + static_cast<float>(b - a) * alpha));
    };
    return {mix(below.r, above.r), mix(below.g, above.g), mix(below.b, above.b)};
}

/// Returns a heat map's color over a cell, whose own color counts only by its luma.
inline Pixel heated(Pixel below, Color heat) {
    const auto gray = static_cast<uint8_t>(grayed(uint32_t{below.b} << 16 | uint32_t{below.g} << 8 | below.r));
    return mixed({gray, gray, gray}, heat, fill::heat);
}

/// Works like mixed(), for a warm tint, which is weaker over dark data.
inline Pixel tinted(Pixel below, Color above, float alpha) {
    return mixed(below, above, alpha * warm_share({below.r, below.g, below.b}));
}

inline Pixel cell_of(const HostBuffer& buffer, uint64_t cell) {
    const auto* p = reinterpret_cast<const uint8_t*>(buffer.bytes->data()) + cell * 3;
    return {p[0], p[1], p[2]};
}

} // namespace warpscope::render
