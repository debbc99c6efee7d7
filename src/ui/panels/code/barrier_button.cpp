#include "ui/imgui/key_focus.hpp"
#include "ui/panels/code/code_panels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

float barrier_button_width(const Look& look) {
    return look.measure(Face::text, size_small, tr("without it?")).x + look.px(14);
}

float barrier_button(const Model& model, uint32_t line, ImVec2 at, float right, float height, Commands& commands) {
    const Look& look = model.look;
    const Label label = tr_label("without it?", fmt::format("##barrier {}", line));
    const TextStyle style{Face::text, size_small, look.colors->text};
    const ImVec2 words = look.measure(style.face, style.size, label.words());
    const float inset = look.px(1);
    const ImVec2 size{barrier_button_width(look), height - 2 * inset};
    ImGui::SetCursorScreenPos({std::min(at.x, right - size.x), at.y + inset});
    const bool pressed = key_button(label.name(), size);
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = look.px(5);
    list.AddRectFilled(min, max, hovered ? look.colors->field : look.colors->view, rounding);
    list.AddRect(min, max, look.colors->line_strong, rounding, 0, std::max(1.0f, look.px(1)));
    text_at(look, list, {min.x + look.px(7), (min.y + max.y - words.y) / 2}, label.words(), style);
    if (hovered)
        tooltip(look, tr("Runs the launch with and without this barrier and compares the results. Searches the pinned "
                         "cell's block, or the middle one, for a thread order that shows a difference."));
    if (pressed) commands.push_back(SearchWithoutBarrier{line});
    return max.x;
}

} // namespace warpscope::ui
