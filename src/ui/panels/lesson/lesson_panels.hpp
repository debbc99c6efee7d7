#pragma once

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/assignment_view.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {

void lesson_bar(const Model& model, Commands& commands);
void lesson_steps(const Model& model, Commands& commands);
void lesson_panel(const Model& model, Commands& commands);

[[nodiscard]] bool assignment_panel(const Look& look, const AssignmentView& view);

/// Ignores keys while the user types. Returns whether it consumed a key.
[[nodiscard]] bool lesson_keys(const LessonView& view, bool presented, Commands& commands);

/// Draws quoted lines; those of a second kernel come first.
void quoted_code(const Look& look, const LessonView& view, float size);
/// Draws quoted_code() in the height that the question leaves, with a scroll bar if necessary.
void fitted_code(const Look& look, const LessonView& view, float size);
/// Measures the height for fitted_code(). Call at the panel's end.
void fit_code(const LessonView& view);
[[nodiscard]] uint32_t choosable_code(const Look& look, const LessonView& view, bool presented);
/// Draws a check mark, because color alone is not enough.
void tick_mark(const Look& look, ImDrawList& list, ImVec2 center, float size, ImU32 color);
bool votes_in_a_row(const Model& model);
void prediction(const Model& model, Commands& commands);

} // namespace warpscope::ui
