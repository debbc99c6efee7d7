#pragma once

#include <functional>
#include <memory>

#include "gl/headless.hpp"
#include "ui/figures/figure_parts.hpp"
#include "ui/views/view_grid.hpp"

namespace warpscope::ui {

using SharedRun = std::shared_ptr<const session::RunResult>;

struct Canvas {
    gl::HeadlessContext context; // destroyed last
    std::unique_ptr<ImguiHost> host;
    std::unique_ptr<ViewGrid> views;
    Preferences preferences;
    scene::Scene scene;
    Model model;
};

[[nodiscard]] Result<std::unique_ptr<Canvas>> make_canvas(const SharedRun& result, const FigureOptions& options);

/// Selects options.focus, or else the scene's pin, and traces its block.
[[nodiscard]] Result<void> focus_on(const SharedRun& result, const FigureOptions& options, render::Selection& selection,
                                    std::shared_ptr<const metrics::BlockTrace>& trace);

/// Takes the measurements that the views need, then draws `frames_at_rest` frames to settle the layout.
[[nodiscard]] Result<Picture> picture_of(Canvas& canvas, const FigureOptions& options,
                                         const std::function<void(ImVec2)>& contents, int frames_at_rest = 4);

} // namespace warpscope::ui
