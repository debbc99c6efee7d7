// Areas to which drawing is limited, because the fragment shader is slow.
#pragma once

#include "render/draw/part_sources.hpp"
#include "render/draw/view_impl.hpp"

namespace warpscope::render {

/// Returns the pixels that a part's data and marks may cover. `size` is the view's size, `ring` is Marker::ring.
[[nodiscard]] PartClip area_of(const Part& part, const PartSources& sources, const ViewState& state, Point size,
                               float ring);

[[nodiscard]] bool only_moment_differs(const DrawnState& before, const DrawnState& now);

/// Requires only_moment_differs().
[[nodiscard]] PartClip changed_area(const DrawnPart& before, const Part& part, const PartSources& sources,
                                    const ViewState& state, Point size, float ring);

[[nodiscard]] PartClip intersection(const PartClip& a, const PartClip& b);
[[nodiscard]] inline bool is_empty(const PartClip& clip) {
    return clip.low.x >= clip.high.x || clip.low.y >= clip.high.y;
}

} // namespace warpscope::render
