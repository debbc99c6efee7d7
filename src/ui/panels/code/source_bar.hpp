// What stands over the kernel's text: what can be done with it, and the field to search it.
#pragma once

#include <vector>

#include "ui/code/listing.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Buttons from `left` to `right`, on screen, at the height of the heading: those that have room.
void source_buttons(const Model& model, float left, float right, float top, Commands& commands);
/// A row with the field, where the search is open. `hits`: how often the words occur.
void search_row(const Model& model, size_t hits, Commands& commands);

} // namespace warpscope::ui
