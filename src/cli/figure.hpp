// The options of a picture that a command draws, and what they ask for.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/cli.hpp"

namespace warpscope::cli {

struct FigureWishes {
    std::string file; // empty: no picture
    std::string overlays, focus, size, title, caption;
    bool without_scene = false, large_legend = false;
};

/// Adds --figure, of which `words` says what it shows, --overlay, --focus and --size.
void add_figure_options(CLI::App& command, FigureWishes& wishes, const std::string& words);

/// What `wishes.file` shall show, which is empty for a film; without a run yet.
[[nodiscard]] Result<FigureRequest> figure_request(const FigureWishes& wishes);

} // namespace warpscope::cli
