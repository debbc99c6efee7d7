#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "analysis/compare.hpp"
#include "gl/headless.hpp"
#include "language/course.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/figures/figure_canvas.hpp"
#include "ui/figures/figure_parts.hpp"
#include "ui/panels/panels.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {

void show_moment(Model& model, scene::Moment& moment, const FigureOptions& options) {
    if (options.block) {
        moment.step = std::min(moment.step, options.block->length(moment));
        model.time.block = options.block;
        model.moment = insight::MomentMaker(options.block).make(moment, insight::Tick::line, model.time.watches);
    }
    if (options.order) model.so_far = options.order->after(moment.step);
}

Result<Picture> make_figure(const SharedRun& result, const FigureOptions& options) {
    auto canvas = make_canvas(result, options);
    if (!canvas) return tl::unexpected(canvas.error());
    Model& model = (*canvas)->model;
    if (auto focus = focus_on(result, options, model.selection, model.trace); !focus)
        return tl::unexpected(focus.error());
    show_moment(model, (*canvas)->scene.moment, options);
    const Look& look = model.look;
    if (options.large_legend) model.reading = 0.03f * static_cast<float>(options.height) / look.scale;
    if (options.view) (*canvas)->preferences.panes.alone = *options.view;
    FigureWords words(options, look, model.reading);
    return picture_of(**canvas, options, [&](ImVec2 size) {
        const FigureWords::Room room = words.draw(size);
        Commands ignored;
        (*canvas)->views->draw(model, {0, room.top}, {size.x, room.bottom}, 0, ignored);
    });
}

Result<Picture> make_compare_figure(const SharedRun& first, const SharedRun& second, const FigureOptions& options) {
    auto canvas = make_canvas(second, options);
    if (!canvas) return tl::unexpected(canvas.error());
    Model& model = (*canvas)->model;
    model.baseline.result = first;
    model.baseline.side_by_side = true;
    model.baseline.comparison = std::make_shared<const analysis::Comparison>(analysis::compare(*first, *second));
    if (auto focus = focus_on(second, options, model.selection, model.trace); !focus)
        return tl::unexpected(focus.error());
    if (auto focus = focus_on(first, options, model.baseline.selection, model.baseline.trace); !focus)
        return tl::unexpected(focus.error());
    const Look& look = model.look;
    if (options.large_legend) model.reading = 0.03f * static_cast<float>(options.height) / look.scale;
    FigureWords words(options, look, model.reading);
    const auto name = [](const session::RunResult& run) {
        return fmt::format("{} · {}", tr_course(run.request.experiment->title), run.variant().name);
    };
    constexpr float min_views = 0.34f;
    float needed = 0, smaller = 1; // needed: table's height in the previous frame; smaller: scale at which it fits
    return picture_of(**canvas, options, [&](ImVec2 whole) {
        const FigureWords::Room room_between = words.draw(whole);
        const float top = room_between.top;
        const ImVec2 size{whole.x, room_between.bottom - top};
        const float left = look.px(20), title = look.px(40), middle = std::round(size.x / 2);
        const float table = std::round(std::clamp(size.y - needed - look.px(20), min_views * size.y, 0.8f * size.y));
        for (const auto& [run, x] : {std::pair{first, left}, {second, middle + left}}) {
            ImGui::SetCursorPos({x, top + look.px(10)});
            text(look, name(*run), {Face::strong, size_large, 0}, middle - 2 * left);
        }
        Commands ignored;
        (*canvas)->views->draw(model, {0, top + title}, {size.x, top + table}, 0, ignored);
        ImGui::SetCursorPos({left, top + table + look.px(10)});
        ImGui::BeginChild("what differs", {size.x - 2 * left, size.y - table - look.px(20)}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoScrollbar);
        Model below = model;
        below.look.scale *= smaller;
        compare_panel(below, ignored);
        needed = ImGui::GetCursorPosY();
        ImGui::EndChild();
        // Shrinks by 2 % more, because sizes are rounded to whole pixels.
        const float room = size.y - min_views * size.y - look.px(20);
        if (needed > room) smaller = std::max(0.4f, 0.98f * smaller * room / needed);
    });
}

} // namespace warpscope::ui
