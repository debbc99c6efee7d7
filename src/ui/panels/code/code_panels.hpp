// What the source and the PTX panel share.
#pragma once

#include "ui/code/listing.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// The text's name and the columns' headings; with_paint: where something is painted, what it is instead of the name.
void code_heading(const Model& model, const std::string& title, const std::vector<CostColumn>& columns, float left,
                  bool with_paint, Commands& commands);
/// Costs of the whole kernel: which columns there are depends on it.
[[nodiscard]] CodeCost sum_of(const CodeMap& map);
[[nodiscard]] bool is_painted(const Model& model, CodePlace place);
/// A click on a line paints it, or stops painting it.
void paint_on_click(const Model& model, const CodeMap& map, CodePlace place, std::optional<CostKind> column,
                    Commands& commands);

/// Behind a line with a barrier: runs the launch without it. Draws from `at` on, on screen; returns its width.
[[nodiscard]] float barrier_button(const Model& model, uint32_t line, ImVec2 at, float height, Commands& commands);

/// What differs from the file's text.
void changes_panel(const Model& model, Commands& commands);

} // namespace warpscope::ui
