#pragma once

#include <vector>

#include "ui/code/listing.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

void source_buttons(const Model& model, float left, float right, float top, Commands& commands);
void search_row(const Model& model, size_t hits, Commands& commands);

} // namespace warpscope::ui
