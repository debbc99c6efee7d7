// The rows of overlays(), by how they are drawn.
#pragma once

#include <vector>

#include "render/view.hpp"

namespace warpscope::render {

/// Borders, fills and patterns, which shaders/view.frag draws.
[[nodiscard]] std::vector<OverlayInfo> mark_overlays();
/// A colour for a number.
[[nodiscard]] std::vector<OverlayInfo> heat_map_overlays();
/// What stands on cells, and what belongs to the selected thread.
[[nodiscard]] std::vector<OverlayInfo> text_overlays();

} // namespace warpscope::render
