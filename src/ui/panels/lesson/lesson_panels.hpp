// Lesson panels around the pictures.
#pragma once

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/assignment_view.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {

/// Draws the lesson's name, step and navigation above everything. Fills the current window.
void lesson_bar(const Model& model, Commands& commands);
/// Draws the step names below the pictures.
void lesson_steps(const Model& model, Commands& commands);
/// Draws text, question and measurement right of the pictures. Fills the current window.
void lesson_panel(const Model& model, Commands& commands);

/// Draws an assignment's gates and measurements. Returns whether to close it.
[[nodiscard]] bool assignment_panel(const Look& look, const AssignmentView& view);

/// Handles lesson keys if the lesson is presented or asks for no text. Returns whether it consumed a key.
[[nodiscard]] bool lesson_keys(const LessonView& view, bool presented, Commands& commands);

/// Draws the quoted kernel lines with their numbers; lines of a second kernel above its own.
void quoted_code(const Look& look, const LessonView& view, float size);
/// Draws quoted_code() in a scrolling area limited to the room that the question leaves.
void fitted_code(const Look& look, const LessonView& view, float size);
/// Measures the room for fitted_code(). Call at the panel's end.
void fit_code(const LessonView& view);
/// Draws all kernel lines. Returns the clicked line, or 0.
[[nodiscard]] uint32_t choosable_code(const Look& look, const LessonView& view, float size);
/// Marks correct answers by shape, in addition to color.
void tick_mark(const Look& look, ImDrawList& list, ImVec2 centre, float size, ImU32 colour);
/// Shows a class's votes in one row, next to the measurement. Returns whether there is such a row.
bool votes_in_a_row(const Model& model);
/// Draws the input for a prediction, by the question's kind.
void prediction(const Model& model, Commands& commands);

} // namespace warpscope::ui
