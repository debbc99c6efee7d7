#pragma once

#include <CLI/CLI.hpp>

#include "cli/cli.hpp"
#include "export/scene_file.hpp"

namespace warpscope::cli {

struct FigureOptions {
    std::string file;
    std::string overlays, focus, size, title, caption, theme;
    bool without_scene = false, large_legend = false;
    /// A `tab` or `chart` replaces the views. `launch` counts from 1; 0: last.
    std::string tab, chart, array, peaks;
    uint32_t launch = 0;
    std::optional<uint32_t> view;
};

void add_figure_options(CLI::App& command, FigureOptions& options, const std::string& words);

/// Returns a request without `result`. For films, `options.file` is empty.
[[nodiscard]] Result<FigureRequest> figure_request(const FigureOptions& options);

void add_word_options(CLI::App& command, FigureOptions& options);

/// Takes missing options from the scene's figure.
void apply_scene_figure(const scene::SavedScene& saved, const std::vector<std::string>& tabs, FigureOptions& options);

[[nodiscard]] Result<std::shared_ptr<const session::RunResult>>
comparison_run(const exporting::OpenedScene& scene, const FigureOptions& options, const session::Request& request);

} // namespace warpscope::cli
