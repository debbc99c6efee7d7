// The GPU's own picture of the output in a view: the whole of it, or the slice of a volume that the view shows.
#pragma once

#include <optional>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

/// Where a view's cells lie in the texture that the GPU has filled.
struct LivePart {
    Point corner, extent; // in cells; extent: of the whole texture
};

/// Returns nullopt where the texture is no picture of what the view shows. `rect`: of the view's cells, the whole
/// content.
[[nodiscard]] std::optional<LivePart> live_part(const session::RunResult& result, const ViewState& state,
                                                const CellRect& rect);

} // namespace warpscope::render
