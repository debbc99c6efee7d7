#pragma once

#include "app/start.hpp"
#include "cli/cli.hpp"

namespace warpscope::app {

/// Maximum seconds until a picture is complete.
inline constexpr double patience = 120;

/// Saves a picture of the whole window, without a display. Returns the exit status.
[[nodiscard]] int take_screenshot(const Options& options, ui::Start start);

[[nodiscard]] Result<void> make_figure(const cli::FigureRequest& request);
[[nodiscard]] std::vector<std::string> figure_tabs();
[[nodiscard]] Result<void> make_film(const cli::FilmRequest& request);

} // namespace warpscope::app
