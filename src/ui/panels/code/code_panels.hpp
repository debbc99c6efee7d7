#pragma once

#include "ui/code/listing.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// If `with_paint`, the painted cost replaces the title.
void code_heading(const Model& model, const std::string& title, const std::vector<CostColumn>& columns, float left,
                  bool with_paint, Commands& commands);
[[nodiscard]] insight::CodeCost sum_of(const insight::CodeMap& map);
/// Returns costs that count only branches which the machine code keeps; null unless the user requested this.
[[nodiscard]] std::shared_ptr<const insight::SurvivingCosts> surviving_costs(const Model& model);
[[nodiscard]] bool is_painted(const Model& model, CodePlace place);
void paint_on_click(const Model& model, const insight::CodeMap& map, CodePlace place, std::optional<CostKind> column,
                    Commands& commands);

[[nodiscard]] float barrier_button_width(const Look& look);
/// Draws a button that runs a block without this line's barrier. The button begins at `at`, or ends at `right` if space
/// is short. Returns the button's right end.
[[nodiscard]] float barrier_button(const Model& model, uint32_t line, ImVec2 at, float right, float height,
                                   Commands& commands);

/// Returns the width of flags and line numbers at scale 1.
[[nodiscard]] float margin_width(const Model& model, float type, bool with_flags);

void changes_panel(const Model& model, Commands& commands);
void machine_code_panel(const Model& model, Commands& commands);

} // namespace warpscope::ui
