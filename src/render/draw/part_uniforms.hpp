#pragma once

#include <array>

#include "gl/program.hpp"
#include "render/draw/part_sources.hpp"

namespace warpscope::render {

using Vec2 = std::array<float, 2>;
using Vec3 = std::array<float, 3>;

[[nodiscard]] Vec3 unpacked(uint32_t rgba);
[[nodiscard]] inline Vec2 vec2(Point p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
[[nodiscard]] inline std::array<int, 4> ivec4(const CellRect& r) {
    return {static_cast<int>(r.x), static_cast<int>(r.y), static_cast<int>(r.width), static_cast<int>(r.height)};
}

/// `view`: size in pixels; `target`: its lower left corner in the framebuffer. `notch`: first missing cell of the last
/// row, or `cells` if full.
void set_camera(gl::Program& program, const ViewState& state, Point view, Point cells, Point notch, Point target);
void set_colors(gl::Program& program, const Theme& theme);
void set_level_of_detail(gl::Program& program, const ViewState& state, const LevelOfDetail& f, bool unwritten);
/// Returns the opacity of letters; 0 without letters.
[[nodiscard]] float letters_shown(const session::RunResult& result, const ViewState& state);
/// Returns the picture's opacity, lower in launch space and under letters.
[[nodiscard]] float picture_strength(const session::RunResult* result, const ViewState& state);
/// Mark of the selected cell, in view pixels.
struct Marker {
    std::array<float, 4> box{}; // center and half size; half size 0: no cell
    float ring = 0;             // radius around a tiny selection; 0: no ring
};
[[nodiscard]] Marker marker_of(const session::RunResult* result, const ViewState& state, Point view,
                               const PartSources& sources);
void set_selection(gl::Program& program, const session::RunResult* result, const ViewState& state,
                   const PartSources& sources, const Marker& marker);

} // namespace warpscope::render
