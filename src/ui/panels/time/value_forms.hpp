// Graphical forms of values in the variables table, and their context menu.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

void draw_value_form(const Model& model, const insight::VariableRow& row, uint32_t lane, ImVec2 min, ImVec2 max);
void form_pills(const Model& model, float right, Commands& commands);

void open_value_menu(size_t row, uint32_t lane);
/// Call in the same window each frame.
void value_menu(const Model& model, Commands& commands);

} // namespace warpscope::ui
