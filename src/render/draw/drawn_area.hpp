// Which pixels of a view need its shader: in software each costs a hundred times what clearing it does.
#pragma once

#include "render/draw/part_sources.hpp"
#include "render/draw/view_impl.hpp"

namespace warpscope::render {

/// Where a part of a view may look other than bare: its data, and what is known of cells around them. `state` is the
/// part's own, `size` the view's in pixels, `ring` the radius of Marker.
[[nodiscard]] PartClip area_of(const Part& part, const PartSources& sources, const ViewState& state, Point size,
                               float ring);

/// Returns whether a view shows the same as before, but for the moment of its block.
[[nodiscard]] bool only_moment_differs(const DrawnState& before, const DrawnState& now);

/// Where a part that only_moment_differs() may look other than it was drawn; all of its area where that cannot be told.
[[nodiscard]] PartClip changed_area(const DrawnPart& before, const Part& part, const PartSources& sources,
                                    const ViewState& state, Point size, float ring);

[[nodiscard]] PartClip intersection(const PartClip& a, const PartClip& b);
[[nodiscard]] inline bool is_empty(const PartClip& clip) {
    return clip.low.x >= clip.high.x || clip.low.y >= clip.high.y;
}

} // namespace warpscope::render
