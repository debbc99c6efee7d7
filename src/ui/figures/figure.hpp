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
    std::optional<render::OverlaySet> overlays; // nullopt: defaults
    std::optional<CellCoordinates> focus;       // output cell whose thread and block are selected
    bool dark = false;
    std::string title, caption;
    bool large_legend = false; // readable from the last row of a lecture hall
    std::optional<uint32_t> view;
    bool shapes = false;
    /// Recording that contains the scene's moment; null: shows the end of the run.
    std::shared_ptr<const insight::RecordedBlock> block;
    std::shared_ptr<const insight::LaunchOrder> order;
    std::optional<scene::Scene> scene; // `overlays` and `focus` take precedence
};

/// Creates an OpenGL context, or fails with ErrorKind::environment. Reruns the focused block.
[[nodiscard]] Result<Picture> make_figure(const std::shared_ptr<const session::RunResult>& result,
                                          const FigureOptions& options);

[[nodiscard]] Result<Picture> make_compare_figure(const std::shared_ptr<const session::RunResult>& first,
                                                  const std::shared_ptr<const session::RunResult>& second,
                                                  const FigureOptions& options);

struct TabFigure {
    Tab tab = Tab::epochs;
    std::optional<uint32_t> launch; // nullopt: the last
    std::string array;              // array of the interval diagram; empty: most informative
    // Second run, at the left of the interval diagram.
    std::shared_ptr<const session::RunResult> beside = nullptr;
};
/// Draws the block of options.focus (a cell of the last launch), of the scene's moment, or in the grid's middle.
[[nodiscard]] Result<Picture> make_tab_figure(const std::shared_ptr<const session::RunResult>& result,
                                              const TabFigure& what, const FigureOptions& options);

[[nodiscard]] Result<Picture> make_chart_figure(const analysis::Chart& chart, const FigureOptions& options);

} // namespace warpscope::ui
