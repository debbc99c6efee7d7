// The shader's parameters for a part of a view: camera, colours, level of detail, selection.
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

/// `view`: its size in pixels; `cells`: the picture's; `target`: the view's lower left corner in what is drawn into.
void set_camera(gl::Program& program, const ViewState& state, Point view, Point cells, Point target);
void set_colours(gl::Program& program, const Theme& theme);
/// `unwritten`: whether the run has cells that nothing wrote.
void set_level_of_detail(gl::Program& program, const ViewState& state, const LevelOfDetail& f, bool unwritten);
/// Opacity of a cell's letter, which can be read where numbers cannot; 0 where the buffer has none.
[[nodiscard]] float letters_shown(const session::RunResult& result, const ViewState& state);
/// Opacity of the picture: in launch space, and under letters, it is but a hint.
[[nodiscard]] float picture_strength(const session::RunResult* result, const ViewState& state);
/// In pixels of the view.
struct Marker {
    std::array<float, 4> box{}; // middle and half size of the selected cell; half size 0: none
    float ring = 0;             // radius of the ring around one that is too small to see; 0: none
};
[[nodiscard]] Marker marker_of(const session::RunResult* result, const ViewState& state, Point view,
                               const PartSources& sources);
void set_selection(gl::Program& program, const session::RunResult* result, const ViewState& state,
                   const PartSources& sources, const Marker& marker);

} // namespace warpscope::render
