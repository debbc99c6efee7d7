#pragma once

#include "render/view.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

struct PaintedView {
    ImVec2 min, max;
    render::Camera camera;
    render::Content content;
};

[[nodiscard]] bool shows_input(const Model& model, const render::Content& content);

/// Paints with the mouse over the last item. Returns whether the brush took the mouse.
bool paint_with_mouse(const Model& model, const PaintedView& view, bool& in_stroke, Commands& commands);

void draw_painting(const Model& model, const PaintedView& view, bool has_mouse);

struct PopupArea {
    ImVec2 min, max;
};
[[nodiscard]] PopupArea paint_popup(const Model& model, ImVec2 min, ImVec2 max, Commands& commands);

} // namespace warpscope::ui
