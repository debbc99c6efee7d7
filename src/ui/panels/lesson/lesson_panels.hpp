// What a lesson shows beside, above and below the pictures.
#pragma once

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/assignment_view.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {

/// Which lesson and which step, and ways to others. Fills the current window, a bar above all.
void lesson_bar(const Model& model, Commands& commands);
/// The steps by name: a bar below the pictures.
void lesson_steps(const Model& model, Commands& commands);
/// Words, question and what was measured. Fills the current window, at the right of the pictures.
void lesson_panel(const Model& model, Commands& commands);

/// The gates of an assignment and what was measured; returns whether it is to be closed.
[[nodiscard]] bool assignment_panel(const Look& look, const AssignmentView& view);

/// Keys of a lesson that is presented or has no text to type; true when one was pressed, which then is no other key.
[[nodiscard]] bool lesson_keys(const LessonView& view, bool presented, Commands& commands);

// Parts of the panel.
/// The lines of the kernel that the step quotes, with their numbers, below those of the kernel beside it.
void quoted_code(const Look& look, const LessonView& view, float size);
/// The same, with as much room as a question leaves to many lines, which scroll by themselves.
void fitted_code(const Look& look, const LessonView& view, float size);
/// At the panel's end: measures what is left to them.
void fit_code(const LessonView& view);
/// All lines of the kernel; returns the one that was clicked, else 0.
[[nodiscard]] uint32_t choosable_code(const Look& look, const LessonView& view, float size);
/// Beside what was right, so that it needs no colour.
void tick_mark(const Look& look, ImDrawList& list, ImVec2 centre, float size, ImU32 colour);
/// What a class has said, in one row, so that it is seen beside what was measured. Returns whether there is such a row.
bool votes_in_a_row(const Model& model);
/// Where a prediction is made, by the question's kind.
void prediction(const Model& model, Commands& commands);

} // namespace warpscope::ui
