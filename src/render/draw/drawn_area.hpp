// Computes the pixels of a view that need the shader, which costs a hundred times as much as clearing in software.
#pragma once

#include "render/draw/part_sources.hpp"
#include "render/draw/view_impl.hpp"

namespace warpscope::render {

/// Returns the area that a part draws: its data and marked cells around it. `state` is the part's, `size` the view's in
/// pixels, `ring` the radius of Marker.
[[nodiscard]] PartClip area_of(const Part& part, const PartSources& sources, const ViewState& state, Point size,
                               float ring);

/// Returns whether only the block's moment changed since the last drawing.
[[nodiscard]] bool only_moment_differs(const DrawnState& before, const DrawnState& now);

/// Returns the area that may have changed when only_moment_differs(), or all of the part's area.
[[nodiscard]] PartClip changed_area(const DrawnPart& before, const Part& part, const PartSources& sources,
                                    const ViewState& state, Point size, float ring);

[[nodiscard]] PartClip intersection(const PartClip& a, const PartClip& b);
[[nodiscard]] inline bool is_empty(const PartClip& clip) {
    return clip.low.x >= clip.high.x || clip.low.y >= clip.high.y;
}

} // namespace warpscope::render
