// Drawer views of one block.
#pragma once

#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

void banks_panel(const Model& model, Commands& commands);

/// Draws the first line: block, reason for its selection, `about`, missing data. Returns null if no view can be drawn.
const insight::BlockView* block_view_header(const Model& model, std::string_view about, Commands& commands);

/// Draws secondary text right of the cursor, or below the row that begins at `top` if it does not fit. Leaves the
/// cursor below both.
void words_beside_or_below(const Look& look, std::string_view words, float top, float row);

/// Applies zoom (wheel) and pan (drag) to a strip that starts at `left` in the current window and is `room` pixels
/// wide. Dragging also scrolls the window vertically. Returns the new strip.
[[nodiscard]] Strip handle_strip(const Look& look, Strip strip, double count, float widest, float left, float room,
                                 bool hovered);

} // namespace warpscope::ui
