// Renders a run for a book or a slide: both views with overlays and legends, without the window.
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
    std::optional<render::OverlaySet> overlays; // in both views where they apply; none: defaults
    std::optional<CellCoordinates> focus;       // output cell whose thread and block are selected
    bool dark = false;
    std::string title, caption;   // above and below the figure
    bool large_legend = false;    // readable from the last row of a hall
    std::optional<uint32_t> view; // single view; none: all
    bool shapes = false;          // adds vector shapes
    /// Source of the scene's moment: its block, or the order of the launch's blocks; null: the end of the run.
    std::shared_ptr<const insight::RecordedBlock> block;
    std::shared_ptr<const insight::LaunchOrder> order;
    std::optional<scene::Scene> scene; // views, camera, pin etc.; `overlays` and `focus` override it
};

/// Creates its own OpenGL context; fails with ErrorKind::environment without one. Reruns the focused block.
[[nodiscard]] Result<Picture> make_figure(const std::shared_ptr<const session::RunResult>& result,
                                          const FigureOptions& options);

/// Shows the outputs of two runs side by side with the same cell selected, above a table of differences.
[[nodiscard]] Result<Picture> make_compare_figure(const std::shared_ptr<const session::RunResult>& first,
                                                  const std::shared_ptr<const session::RunResult>& second,
                                                  const FigureOptions& options);

/// A tab of the drawer: the block view of one block (timeline, shared memory, intervals), the source or PTX with costs,
/// or the findings.
struct TabFigure {
    Tab tab = Tab::epochs;
    std::optional<uint32_t> launch; // launch of the block; none: the last
    std::string array;              // array of the intervals tab; empty: the most informative one
    // second run at the left of the intervals tab; null: none
    std::shared_ptr<const session::RunResult> beside = nullptr;
};
/// Draws the block at options.focus (last launch only), or else the block in the middle of the grid.
[[nodiscard]] Result<Picture> make_tab_figure(const std::shared_ptr<const session::RunResult>& result,
                                              const TabFigure& what, const FigureOptions& options);

[[nodiscard]] Result<Picture> make_chart_figure(const analysis::Chart& chart, const FigureOptions& options);

} // namespace warpscope::ui
