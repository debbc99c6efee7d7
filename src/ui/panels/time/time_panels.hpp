#pragma once

#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::ui {

void time_bar(const Model& model, Commands& commands);
[[nodiscard]] inline float time_bar_rows(const Model& model) { return model.upright ? 2 : 1; }
inline constexpr float share_of_controls = 0.75f;
[[nodiscard]] Model with_presented_type(const Model& model, float share = 0.6f);
void mark_legend(const Model& model, ImVec2 at);
[[nodiscard]] float mark_legend_width(const Model& model);
void time_slider(const Model& model, float right, Commands& commands);

void moment_panel(const Model& model, Commands& commands);
void variables_table(const Model& model, Commands& commands);
void lane_values_panel(const Model& model, Commands& commands);
void watch_line(const Model& model, Commands& commands);
void shared_grid(const Model& model, uint32_t array, Commands& commands);

void cell_questions(const Model& model, const render::PointedCell& cell, Commands& commands);
void shared_questions(const Model& model, uint64_t offset, uint32_t bytes, const std::string& name, Commands& commands);
/// Returns the block that the window steps through, or null.
[[nodiscard]] const insight::RecordedBlock* block_in_time(const Model& model);
/// Describes the work in the moment's interval or, without a moment, in the selected interval; "" without either.
/// `brief` omits the phase's other intervals.
[[nodiscard]] std::string phase_words(const Model& model, bool brief = false);
[[nodiscard]] float phase_row_height(const Model& model);
void phase_row(const Model& model, std::optional<Tab> shown, Commands& commands);
void moment_facts(const Model& model);
void moment_values(const Model& model, Commands& commands);
/// Draws nothing while no step of a block is shown.
void question_buttons(const Model& model, Commands& commands);

/// Shortens long fractions to `digits` digits; keeps whole numbers.
[[nodiscard]] std::string short_value(const std::string& value, int digits = replay::shown_digits);

/// Describes for how many threads the watched expression has become true so far.
[[nodiscard]] std::string meeting_text(const insight::MeetingThreads& meeting);
void orders_panel(const Model& model, Commands& commands);
[[nodiscard]] bool has_barrier(std::string_view line);

/// Returns the width of the strip left of line numbers, at scale 1.
[[nodiscard]] float flags_width(const Model& model);
[[nodiscard]] float presented_flags_width(const Model& model);
void warp_flags(const Model& model, uint32_t line, ImVec2 at, float height);

[[nodiscard]] bool shows_moment(const Model& model);

} // namespace warpscope::ui
