// The options of a picture that a command draws, and what they ask for.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/cli.hpp"
#include "export/scene_file.hpp"

namespace warpscope::cli {

struct FigureWishes {
    std::string file; // empty: no picture
    std::string overlays, focus, size, title, caption, theme;
    bool without_scene = false, large_legend = false;
    /// Drawn in place of the views; empty: the views. `launch` is counted from 1; 0: the last.
    std::string tab, chart, array, peaks;
    uint32_t launch = 0;
    std::optional<uint32_t> view; // alone
};

/// Adds --figure, of which `words` says what it shows, --overlay, --focus, --size and --theme.
void add_figure_options(CLI::App& command, FigureWishes& wishes, const std::string& words);

/// What `wishes.file` shall show, which is empty for a film; without a run yet.
[[nodiscard]] Result<FigureRequest> figure_request(const FigureWishes& wishes);

/// Adds --title, --caption and --large-legend.
void add_word_options(CLI::App& command, FigureWishes& wishes);

/// What the scene's figure shows and is not wished otherwise. `tabs`: those that can be drawn.
void take_figure_of_scene(const scene::SavedScene& saved, const std::vector<std::string>& tabs, FigureWishes& wishes);

/// The run that the scene's figure compares with; null where none is wished. It has the device and compiler of
/// `request`, which is of the scene.
[[nodiscard]] Result<std::shared_ptr<const session::RunResult>>
run_beside(const exporting::OpenedScene& scene, const FigureWishes& wishes, const session::Request& request);

} // namespace warpscope::cli
