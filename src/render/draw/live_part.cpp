#include "render/draw/live_part.hpp"

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

std::optional<LivePart> live_part(const session::RunResult& result, const ViewState& state, const CellRect& rect) {
    const Content shown = state.content(), whole = state.live_content;
    if (state.live_texture == 0) return std::nullopt;
    const auto size = [](const CellRect& of) {
        return Point{static_cast<double>(of.width), static_cast<double>(of.height)};
    };
    if (shown == whole) return LivePart{{0, 0}, size(rect)};
    const bool slice_of_it = shown.lay == Lay::slice && whole.lay == Lay::natural && shown.space == whole.space &&
                             shown.buffer == whole.buffer;
    if (!slice_of_it) return std::nullopt;
    const Plane plane = plane_of(result, whole);
    if (shown.slice >= plane.extent().z) return std::nullopt;
    const CellRect slice = plane.slice(shown.slice);
    return LivePart{{static_cast<double>(slice.x), static_cast<double>(slice.y)}, size(plane.rect())};
}

} // namespace warpscope::render
