#include "ui/widgets/glyphs.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void hatch(ImDrawList& list, ImVec2 min, ImVec2 max, float period, float stroke, ImU32 color) {
    list.PushClipRect(min, max, true);
    for (float x = min.x - (max.y - min.y); x < max.x; x += period)
        list.AddLine({x, max.y}, {x + (max.y - min.y), min.y}, color, stroke);
    list.PopClipRect();
}

void words_at(const Look& look, ImDrawList& list, Face face, float size, ImVec2 at, ImU32 color,
              std::string_view words) {
    record_text(words);
    list.AddText(look.font(face), look.px(size), {std::round(at.x), std::round(at.y)}, color, words.data(),
                 words.data() + words.size());
}

bool words_in(const Look& look, ImDrawList& list, Face face, float size, ImVec2 min, ImVec2 max, ImU32 color,
              std::string_view words) {
    const ImVec2 extent = look.measure(face, size, words);
    if (extent.x > max.x - min.x || extent.y > max.y - min.y + look.px(3)) return false;
    words_at(look, list, face, size, {(min.x + max.x - extent.x) / 2, (min.y + max.y - extent.y) / 2}, color, words);
    return true;
}

ImU32 ink_on(ImU32 ground) {
    return contrast(ground, IM_COL32_WHITE) >= contrast(ground, IM_COL32_BLACK) ? IM_COL32_WHITE : IM_COL32_BLACK;
}

ImU32 heat_color(double part, double all) { return render::packed(render::palette::heat(all > 0 ? part / all : 0)); }

ImU32 warp_tint(uint32_t warp) {
    return render::packed(render::palette::warp_tints[warp % render::palette::warp_tints.size()]);
}

ImVec2 lane_squares(const Look& look, ImDrawList& list, ImVec2 at, simt::LaneMask active, simt::LaneMask waiting) {
    const float side = look.px(9), step = look.px(11), stroke = std::max(1.0f, look.px(1));
    const Palette& c = *look.colors;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        const float x = at.x + step * static_cast<float>(lane) + look.px(5) * static_cast<float>(lane / 8);
        const ImVec2 min{x, at.y}, max{x + side, at.y + side};
        if ((active >> lane & 1u) != 0)
            list.AddRectFilled(min, max, c.bar_full);
        else if ((waiting >> lane & 1u) != 0)
            hatch(list, min, max, look.px(4), stroke, c.bar_diverged);
        list.AddRect(min, max, (waiting >> lane & 1u) != 0 ? c.bar_diverged : c.line_strong, 0, 0, stroke);
    }
    return {step * warp_size + look.px(15), side};
}

uint32_t stepper(const Look& look, const char* label, std::string_view title, uint32_t value, uint32_t count) {
    const float top = ImGui::GetCursorPosY();
    if (!title.empty()) {
        ImGui::SetCursorPosY(top + look.px(4));
        text(look, title, {Face::text, size_small, look.colors->muted});
        ImGui::SameLine(0, look.px(5));
        ImGui::SetCursorPosY(top);
    }
    const uint32_t last = std::max(count, 1u) - 1;
    if (pill(look, fmt::format("‹##{} less", label).c_str(), false, tr("one back")) && value > 0) --value;
    ImGui::SameLine(0, look.px(5));
    ImGui::SetCursorPosY(top + look.px(4));
    text(look, tr_format("{} of {}", value + 1, count), {Face::mono, size_small, 0});
    ImGui::SameLine(0, look.px(5));
    ImGui::SetCursorPosY(top);
    if (pill(look, fmt::format("›##{} more", label).c_str(), false, tr("one forward")) && value < last) ++value;
    return value;
}

} // namespace warpscope::ui
