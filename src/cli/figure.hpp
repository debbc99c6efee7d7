// Command line options of figures.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/cli.hpp"
#include "export/scene_file.hpp"

namespace warpscope::cli {

struct FigureWishes {
    std::string file; // empty: no figure
    std::string overlays, focus, size, title, caption, theme;
    bool without_scene = false, large_legend = false;
    /// Shown instead of the views, if set. `launch` is counted from 1; 0: the last.
    std::string tab, chart, array, peaks;
    uint32_t launch = 0;
    std::optional<uint32_t> view; // the only one
};

/// Adds --figure with the description `words`, --overlay, --focus, --size and --theme.
void add_figure_options(CLI::App& command, FigureWishes& wishes, const std::string& words);

/// Returns the request without a run. `wishes.file` is empty for films.
[[nodiscard]] Result<FigureRequest> figure_request(const FigureWishes& wishes);

void add_word_options(CLI::App& command, FigureWishes& wishes);

/// Takes options from the scene's figure unless they are given. `tabs`: tabs that can be drawn.
void take_figure_of_scene(const scene::SavedScene& saved, const std::vector<std::string>& tabs, FigureWishes& wishes);

/// Returns the run that the scene's figure compares with, or null. Device and compiler are those of `request`.
[[nodiscard]] Result<std::shared_ptr<const session::RunResult>>
run_beside(const exporting::OpenedScene& scene, const FigureWishes& wishes, const session::Request& request);

} // namespace warpscope::cli
