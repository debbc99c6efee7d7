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

/// Returns whether it consumed a key; never while the user types.
[[nodiscard]] bool lesson_keys(const LessonView& view, bool presented, Commands& commands);

/// Draws the quoted lines; those of a second kernel come first.
void quoted_code(const Look& look, const LessonView& view, float size);
/// Draws quoted_code() with scrolling, in the question's remaining room.
void fitted_code(const Look& look, const LessonView& view, float size);
/// Measures room for fitted_code(). Call at the panel's end.
void fit_code(const LessonView& view);
[[nodiscard]] uint32_t choosable_code(const Look& look, const LessonView& view, float size);
/// Marks correct answers by shape, in addition to color.
void tick_mark(const Look& look, ImDrawList& list, ImVec2 centre, float size, ImU32 colour);
bool votes_in_a_row(const Model& model);
void prediction(const Model& model, Commands& commands);

} // namespace warpscope::ui
