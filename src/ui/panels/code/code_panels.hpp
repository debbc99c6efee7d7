// What the source and the PTX panel share.
#pragma once

#include "ui/code/listing.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// The text's name and the columns' headings; with_paint: where something is painted, what it is instead of the name.
void code_heading(const Model& model, const std::string& title, const std::vector<CostColumn>& columns, float left,
                  bool with_paint, Commands& commands);
/// Costs of the whole kernel: which columns there are depends on it.
[[nodiscard]] insight::CodeCost sum_of(const insight::CodeMap& map);
[[nodiscard]] bool is_painted(const Model& model, CodePlace place);
/// A click on a line paints it, or stops painting it.
void paint_on_click(const Model& model, const insight::CodeMap& map, CodePlace place, std::optional<CostKind> column,
                    Commands& commands);

/// Behind a line with a barrier: runs a block without it. Draws from `at` on, on screen, or, where there is too little
/// room, so that it ends at `right`; returns where it ends.
[[nodiscard]] float barrier_button(const Model& model, uint32_t line, ImVec2 at, float right, float height,
                                   Commands& commands);

/// What differs from the file's text.
void changes_panel(const Model& model, Commands& commands);

} // namespace warpscope::ui
