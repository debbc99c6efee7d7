// The drawer's views of one block: timeline, shared memory as banks, epochs.
#pragma once

#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Which banks the lanes of each request want, and in how many passes they are served.
void banks_panel(const Model& model, Commands& commands);

/// The first line: which block, why this one, `about`, what is missing. Null when there is nothing to draw below it.
const insight::BlockView* block_view_header(const Model& model, std::string_view about, Commands& commands);

/// Less important words beside what stands at the cursor or, where they have no room there, below the row, which begins
/// at `top`. Leaves the cursor below them.
void words_beside_or_below(const Look& look, std::string_view words, float top, float row);

/// Wheel zooms, dragging pans: what becomes of a strip that fills the current window's rectangle from `left` on, `room`
/// on screen. The window's vertical scrolling follows the drag too.
[[nodiscard]] Strip handle_strip(const Look& look, Strip strip, double count, float widest, float left, float room,
                                 bool hovered);

} // namespace warpscope::ui
