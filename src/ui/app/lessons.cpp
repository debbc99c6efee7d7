#include <algorithm>

#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void App::State::cover(size_t view) {
    const ViewGrid::Area& area = views->area(view);
    const ImVec2 min{area.min.x, area.min.y + (window.presentation ? 0 : look.px(header_height))}, max = area.max;
    if (max.x - min.x < 2 || max.y - min.y < 2) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, look.colors->view);
    list.PushClipRect(min, max, true);
    const float step = look.px(34), high = max.y - min.y;
    for (float x = min.x - high; x < max.x; x += step)
        list.AddLine({x, max.y}, {x + high, min.y}, look.colors->field, look.px(10));
    const float room = max.x - min.x - look.px(60);
    const bool asks = model.lesson->question() != nullptr;
    const char* const whole = asks ? tr("hidden until you answer") : tr("hidden until you answer the next question");
    const bool large = window.presentation && look.measure(Face::strong, size_large, whole).x <= room;
    const float size = large ? size_large : size_title;
    const std::string words = shortened(look, whole, {Face::strong, size}, room);
    const ImVec2 extent = look.measure(Face::strong, size, words), pad{look.px(18), look.px(11)};
    const ImVec2 at{std::round((min.x + max.x - extent.x) / 2), std::round((min.y + max.y - extent.y) / 2)};
    list.AddRectFilled({at.x - pad.x, at.y - pad.y}, {at.x + extent.x + pad.x, at.y + extent.y + pad.y},
                       look.colors->popup, look.px(8));
    list.AddRect({at.x - pad.x, at.y - pad.y}, {at.x + extent.x + pad.x, at.y + extent.y + pad.y}, look.colors->line,
                 look.px(8), 0, std::max(1.0f, look.px(1)));
    text_at(look, list, at, words, {Face::strong, size, 0});
    list.PopClipRect();
}

void App::State::draw_lesson_marks() {
    const LessonView& view = *model.lesson;
    if (!view.covers()) return;
    for (size_t i = 0; i < 2; ++i)
        if (!ViewGrid::hidden(model, i) && covers_view(model, i)) cover(i);
    if (window.presentation || view.phase != LessonPhase::asking || covers_view(model, 0) || covers_view(model, 1))
        return;
    const ImVec2 pad{look.px(10), look.px(5)};
    constexpr float button_room = 48, share_of_header = 0.55f;
    const ViewGrid::Area& last = views->area(ViewGrid::hidden(model, 1) ? 0 : 1);
    const TextStyle style{Face::text, size_small, look.colors->muted};
    const float room = share_of_header * (last.max.x - last.min.x);
    if (room < look.px(170)) return;
    const std::string words = shortened(look, tr("more overlays and numbers appear when you answer"), style, room);
    const ImVec2 size = look.measure(style.face, style.size, words);
    const ImVec2 at{std::round(last.max.x - look.px(button_room) - pad.x - size.x),
                    std::round(last.min.y + (look.px(header_height) - size.y) / 2)};
    record_area("hidden until the answer", at, {at.x + size.x, at.y + size.y});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    plate(look, list, {at.x - pad.x, at.y - pad.y}, {at.x + size.x + pad.x, at.y + size.y + pad.y});
    text_at(look, list, at, words, style);
}

void App::State::draw_spotlight() {
    if (!labels) return;
    const std::string& name = model.lesson->now().spotlight;
    auto item = labels->find(name + "/slider"); // includes the slider's label
    if (!item) item = labels->find_shown(name);
    if (!item) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float grow = look.px(4), round = look.px(9);
    const ImVec2 min{item->min.x - grow, item->min.y - grow}, max{item->max.x + grow, item->max.y + grow};
    record_area("lesson spotlight", min, max);
    list.AddRect(min, max, IM_COL32(0, 0, 0, 200), round, 0, look.px(6));
    list.AddRect(min, max, IM_COL32(255, 255, 255, 255), round, 0, look.px(4.5f));
    list.AddRect(min, max, look.colors->accent, round, 0, look.px(3));
}

} // namespace warpscope::ui
