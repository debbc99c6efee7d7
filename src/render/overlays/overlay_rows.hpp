#pragma once

#include <vector>

#include "render/view_state.hpp"

namespace warpscope::render {

[[nodiscard]] std::vector<OverlayInfo> mark_overlays();
[[nodiscard]] std::vector<OverlayInfo> heat_map_overlays();
[[nodiscard]] std::vector<OverlayInfo> text_overlays();

} // namespace warpscope::render
