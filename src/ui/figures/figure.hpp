// A picture of a run for a book or a slide: both views with their overlays and legends, without the window around them.
#pragma once

#include <optional>

#include "analysis/chart.hpp"
#include "base/cell.hpp"
#include "insight/launch_order.hpp"
#include "insight/recorded_block.hpp"
#include "render/view.hpp"
#include "ui/imgui/imgui_host.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::ui {

struct FigureOptions {
    uint32_t width = 1600, height = 900;        // pixels
    std::optional<render::OverlaySet> overlays; // in both views, where they mean something; none: the usual ones
    std::optional<CellCoordinates> focus;       // cell of the output whose thread and block are shown
    bool dark = false;
    std::string title, caption;   // over and below it; empty: none
    bool large_legend = false;    // as for the last row of a hall
    std::optional<uint32_t> view; // alone; none: all
    bool shapes = false;          // the picture has them, too, for files that scale
    /// What shows the moment of `scene`: the block that it is of, or the order of the launch's blocks; null: all has
    /// run.
    std::shared_ptr<const insight::RecordedBlock> block;
    std::shared_ptr<const insight::LaunchOrder> order;
    std::optional<scene::Scene> scene; // views, camera, pin and the like; `overlays` and `focus` stand in place of its
};

/// Makes its own OpenGL context; fails (ErrorKind::environment) where there is none. Runs the focused block once more.
[[nodiscard]] Result<Picture> make_figure(const std::shared_ptr<const session::RunResult>& result,
                                          const FigureOptions& options);

/// The outputs of two runs side by side, with the same cell focused, over the table of what differs between them.
[[nodiscard]] Result<Picture> make_compare_figure(const std::shared_ptr<const session::RunResult>& first,
                                                  const std::shared_ptr<const session::RunResult>& second,
                                                  const FigureOptions& options);

/// What a tab of the drawer shows: the block view of one block (timeline, shared memory, epochs), the source or PTX
/// with costs, or the findings.
struct TabFigure {
    Tab tab = Tab::epochs;
    std::optional<uint32_t> launch;                             // whose block; none: the last
    std::string array;                                          // of epochs: name; empty: the one that tells most
    std::shared_ptr<const session::RunResult> beside = nullptr; // of epochs: shown left of it; null: alone
};
/// options.focus chooses the block (of the last launch only); without it the block in the middle of the grid is drawn.
[[nodiscard]] Result<Picture> make_tab_figure(const std::shared_ptr<const session::RunResult>& result,
                                              const TabFigure& what, const FigureOptions& options);

/// A chart with its title and legend.
[[nodiscard]] Result<Picture> make_chart_figure(const analysis::Chart& chart, const FigureOptions& options);

} // namespace warpscope::ui
