#pragma once

#include <optional>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

struct LivePart {
    Point corner, extent; // in cells; corner of the view's content in the live texture, extent of that texture
};

/// Returns nullopt if the live texture shows other content. `rect`: cells of the view's content.
[[nodiscard]] std::optional<LivePart> live_part(const session::RunResult& result, const ViewState& state,
                                                const CellRect& rect);

} // namespace warpscope::render
