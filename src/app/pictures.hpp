// Pictures without a display: of the window (--screenshot) and of runs (`run --figure`).
#pragma once

#include "app/start.hpp"
#include "cli/cli.hpp"

namespace warpscope::app {

/// Time limit in seconds for a complete picture.
inline constexpr double patience = 120;

/// Draws the complete window to a file. Returns the exit status after printing failures.
[[nodiscard]] int take_screenshot(const Options& options, ui::Start start);

/// Implements cli::FigureMaker.
[[nodiscard]] Result<void> make_figure(const cli::FigureRequest& request);
/// Returns the tabs that make_figure() can draw.
[[nodiscard]] std::vector<std::string> figure_tabs();
[[nodiscard]] Result<void> make_film(const cli::FilmRequest& request);

} // namespace warpscope::app
