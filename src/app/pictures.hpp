// Pictures made without a display: of the whole window (--screenshot) and of a run (`run --figure`).
#pragma once

#include "app/start.hpp"
#include "cli/cli.hpp"

namespace warpscope::app {

/// Seconds that a picture, or the first result, may take to be complete.
inline constexpr double patience = 120;

/// Draws the window headless once everything in it is complete, and writes it. Returns the exit status; failures have
/// been printed.
[[nodiscard]] int take_screenshot(const Options& options, ui::Start start);

/// cli::FigureMaker.
[[nodiscard]] Result<void> make_figure(const cli::FigureRequest& request);
/// Returns the names of the tabs that it draws.
[[nodiscard]] std::vector<std::string> figure_tabs();
[[nodiscard]] Result<void> make_film(const cli::FilmRequest& request);

} // namespace warpscope::app
