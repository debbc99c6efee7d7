// What figures of views are drawn on: an OpenGL context of their own, the views, and what these are shown.
#pragma once

#include <functional>
#include <memory>

#include "gl/headless.hpp"
#include "ui/figures/figure_parts.hpp"
#include "ui/views/view_grid.hpp"

namespace warpscope::ui {

using SharedRun = std::shared_ptr<const session::RunResult>;

/// Its OpenGL, its views, and what they are shown.
struct Canvas {
    gl::HeadlessContext context; // first, so that it goes last
    std::unique_ptr<ImguiHost> host;
    std::unique_ptr<ViewGrid> views;
    Preferences preferences;
    scene::Scene scene;
    Model model;
};

[[nodiscard]] Result<std::unique_ptr<Canvas>> make_canvas(const SharedRun& result, const FigureOptions& options);

/// Puts options.focus, or else the pin of options.scene, where there is one, into `selection` and the trace of its
/// block into `trace`.
[[nodiscard]] Result<void> focus_on(const SharedRun& result, const FigureOptions& options, render::Selection& selection,
                                    std::shared_ptr<const metrics::BlockTrace>& trace);

/// `contents` in a window that fills the picture, with the extra measurements of the present run that its views want.
/// `frames_at_rest`: how many frames are made of what is complete; the first ones upload maps and settle the layout.
[[nodiscard]] Result<Picture> picture_of(Canvas& canvas, const FigureOptions& options,
                                         const std::function<void(ImVec2)>& contents, int frames_at_rest = 4);

} // namespace warpscope::ui
