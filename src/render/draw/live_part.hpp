#pragma once

#include <optional>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

struct LivePart {
    Point corner, extent; // in cells: the view content's corner in the live texture; the texture's size
};

/// Returns nullopt if the live texture shows other content. `rect`: cells of the view's content.
[[nodiscard]] std::optional<LivePart> live_part(const session::RunResult& result, const ViewState& state,
                                                const CellRect& rect);

} // namespace warpscope::render
