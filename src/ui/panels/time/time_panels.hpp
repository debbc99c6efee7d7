// Time bar below the views, and the drawer's panels for the selected moment.
#pragma once

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::ui {

/// Draws transport, scope, slider with marks, tick size and speed. Fills the current window.
void time_bar(const Model& model, Commands& commands);
/// Draws the meaning of the slider's marks, limited to kinds that occur.
void mark_legend(const Model& model, ImVec2 at);
[[nodiscard]] float mark_legend_width(const Model& model);
/// Draws the slider from the cursor to screen position `right`.
void time_slider(const Model& model, float right, Commands& commands);

/// Draws the warp's variables or a shared array, next to the source.
void moment_panel(const Model& model, Commands& commands);
/// Draws the warp's variables by its 32 lanes.
void variables_table(const Model& model, Commands& commands);
/// Draws the history of one lane's variable, by loop iterations.
void lane_values_panel(const Model& model, Commands& commands);
/// Draws the input line for watch expressions, and per expression its searches and a remove button.
void watch_line(const Model& model, Commands& commands);
/// Draws a shared-memory array; `array` is its index in RecordedBlock::arrays.
void shared_grid(const Model& model, uint32_t array, Commands& commands);

/// Draws menu items with questions about the pointed cell, or about bytes of shared memory.
void cell_questions(const Model& model, const render::PointedCell& cell, Commands& commands);
void shared_questions(const Model& model, uint64_t offset, uint32_t bytes, const std::string& name, Commands& commands);
/// Returns the block whose steps the window shows; null outside of a block.
[[nodiscard]] const insight::RecordedBlock* block_in_time(const Model& model);
/// Describes the block's work in the moment's interval or, without time, in the selected interval; empty if there is
/// none. `brief` omits the other intervals of the same phase.
[[nodiscard]] std::string phase_words(const Model& model, bool brief = false);
/// Returns the height of the phase row in presentation mode; 0 if it would be empty.
[[nodiscard]] float phase_row_height(const Model& model);
void phase_row(const Model& model, bool in_shared_memory, Commands& commands);
/// Draws the pinned warp's action at the moment, in the inspector. Draw the split section below it.
void moment_facts(const Model& model);
/// Draws questions about the moment, and the lane's variables.
void moment_values(const Model& model, Commands& commands);
/// Draws the cell questions as buttons, in the inspector; nothing at "all of it".
void question_buttons(const Model& model, Commands& commands);

/// Shortens long fractions to `digits` digits; keeps whole numbers.
[[nodiscard]] std::string short_value(const std::string& value, int digits = replay::shown_digits);

/// Returns the number of threads for which an expression is true, or the count so far.
[[nodiscard]] std::string meeting_text(const insight::MeetingThreads& meeting);
/// Shows two thread orders side by side, or the search progress. Replaces the findings.
void orders_panel(const Model& model, Commands& commands);
/// Returns whether a source line may wait for all threads of the block.
[[nodiscard]] bool has_barrier(std::string_view line);

/// Width of warp flags at scale 1.
inline constexpr float flags_width = 84;
/// Draws the warps at a source line, in a strip of `flags_width` left of the line number.
void warp_flags(const Model& model, uint32_t line, ImVec2 at, float height);

/// Returns whether the window shows a moment or is about to. The drawer then has variables.
[[nodiscard]] bool shows_moment(const Model& model);

} // namespace warpscope::ui
