// A picture of a run for a book or a slide: both views with their overlays and legends, without the window around them.
#pragma once

#include <optional>

#include "analysis/chart.hpp"
#include "render/view.hpp"
#include "ui/host.hpp"

namespace warpscope::ui {

struct FigureOptions {
    uint32_t width = 1600, height = 900;        // pixels
    std::optional<render::OverlaySet> overlays; // in both views, where they mean something; none: the usual ones
    std::optional<render::CellIndex> focus;     // cell of the output whose thread and block are shown
    bool dark = false;
};

/// Makes its own OpenGL context; fails (ErrorKind::environment) where there is none. Runs the focused block once more.
[[nodiscard]] Result<Picture> make_figure(const std::shared_ptr<const session::RunResult>& result,
                                          const FigureOptions& options);

/// A chart with its title and legend.
[[nodiscard]] Result<Picture> make_chart_figure(const analysis::Chart& chart, const FigureOptions& options);

} // namespace warpscope::ui
