// How the table of variables shows a value besides its number, and what a right click on one asks.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// A bar or a colour behind the value of a lane, between the smallest and the largest of its row.
void draw_value_form(const Model& model, const insight::VariableRow& row, uint32_t lane, ImVec2 min, ImVec2 max);
/// Numbers, bars or colours: in the present line, up to `right`, where there is room.
void form_pills(const Model& model, float right, Commands& commands);

/// About a row of MomentView::rows, in the present window.
void open_value_menu(size_t row, uint32_t lane);
/// What the open menu offers; call in the same window in each frame.
void value_menu(const Model& model, Commands& commands);

} // namespace warpscope::ui
