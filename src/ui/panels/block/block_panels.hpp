#pragma once

#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

void banks_panel(const Model& model, Commands& commands);

const insight::BlockView* block_view_header(const Model& model, std::string_view about, Commands& commands);

/// Leaves the cursor below the row and the text.
void words_beside_or_below(const Look& look, std::string_view words, float top, float row);

/// Applies zoom (wheel) and pan (drag) to a strip `room` pixels wide. A drag also scrolls the window vertically.
[[nodiscard]] Strip handle_strip(const Look& look, Strip strip, double count, float widest, float left, float room,
                                 bool hovered);

} // namespace warpscope::ui
