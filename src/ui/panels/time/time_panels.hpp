// Time: the bar below the views, and what the drawer shows of the moment that it stands at.
#pragma once

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::ui {

/// Transport, scope, slider with marks, size of a tick, speed. Fills the current window.
void time_bar(const Model& model, Commands& commands);
/// What the slider's marks mean, of the kinds that there are; how wide that is.
void mark_legend(const Model& model, ImVec2 at);
[[nodiscard]] float mark_legend_width(const Model& model);
/// The slider from the cursor to `right` on the screen.
void time_slider(const Model& model, float right, Commands& commands);

/// Variables of the warp, or a shared array, beside the source.
void moment_panel(const Model& model, Commands& commands);
/// The warp's variables by 32 lanes.
void variables_table(const Model& model, Commands& commands);
/// A variable of one lane from step to step, by the rounds of the loops that it is set in.
void lane_values_panel(const Model& model, Commands& commands);
/// A line to type expressions in, and for each what can be done with it: to where it comes true, away.
void watch_line(const Model& model, Commands& commands);
/// An array in shared memory, in RecordedBlock::arrays.
void shared_grid(const Model& model, uint32_t array, Commands& commands);

/// Lines of a menu that ask about the cell pointed at, or about some bytes of shared memory.
void cell_questions(const Model& model, const render::PointedCell& cell, Commands& commands);
void shared_questions(const Model& model, uint64_t offset, uint32_t bytes, const std::string& name, Commands& commands);
/// Returns the block whose steps the window shows; null outside of a block.
[[nodiscard]] const insight::RecordedBlock* block_in_time(const Model& model);
/// What the block does in the moment's interval or, without time, in the one that is chosen; empty where there is none.
/// `brief`: without what it does in the others of the same phase.
[[nodiscard]] std::string phase_words(const Model& model, bool brief = false);
/// The same for presentation mode, in a row of its own; 0 where there is nothing to say.
[[nodiscard]] float phase_row_height(const Model& model);
void phase_row(const Model& model, bool in_shared_memory, Commands& commands);
/// What the pinned cell's warp does at the moment, for the inspector; why it splits belongs below it.
void moment_facts(const Model& model);
/// Questions about that moment, and the lane's variables.
void moment_values(const Model& model, Commands& commands);
/// The same as buttons, for the inspector: nothing at "all of it".
void question_buttons(const Model& model, Commands& commands);

/// A long fraction in as many digits as a lecture needs; whole numbers as they are.
[[nodiscard]] std::string short_value(const std::string& value, int digits = replay::shown_digits);

/// How many threads meet an expression, or what is known so far.
[[nodiscard]] std::string meeting_text(const insight::MeetingThreads& meeting);
/// Two orders of a launch's threads side by side, or how far the search for the second is; in place of the findings.
void orders_panel(const Model& model, Commands& commands);
/// Returns whether a line of the source may wait for all threads of the block.
[[nodiscard]] bool has_barrier(std::string_view line);

/// How wide flags of warps are at scale 1.
inline constexpr float flags_width = 84;
/// The warps that stand at a line of the source, in a strip of that width left of its number.
void warp_flags(const Model& model, uint32_t line, ImVec2 at, float height);

/// Returns whether the window shows a moment, or is about to: the drawer has its variables then.
[[nodiscard]] bool shows_moment(const Model& model);

} // namespace warpscope::ui
