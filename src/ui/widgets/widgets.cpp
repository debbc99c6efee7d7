#include "ui/widgets/widgets.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>
#include <string>

#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"

namespace warpscope::ui {

namespace {

void centered(const Look& look, Face face, float size, std::string_view words, ImVec2 min, ImVec2 max, ImU32 color) {
    record_text(words);
    const ImVec2 extent = look.measure(face, size, words);
    ImGui::GetWindowDrawList()->AddText(
        look.font(face), look.px(size),
        {std::round((min.x + max.x - extent.x) / 2), std::round((min.y + max.y - extent.y) / 2)}, color, words.data(),
        words.data() + words.size());
}

float caret_width(const Look& look) { return look.px(9); }

} // namespace

void icon(const Look& look, ImDrawList& list, Icon which, ImVec2 c, float size, ImU32 color) {
    constexpr float quarter = std::numbers::pi_v<float> / 2;
    const float r = size / 2, stroke = std::max(1.0f, look.px(1.5f));
    switch (which) {
    case Icon::half_disc:
        list.AddCircle(c, r, color, 0, stroke);
        list.PathArcTo(c, r, quarter, 3 * quarter);
        list.PathFillConvex(color);
        break;
    case Icon::close:
        list.AddLine({c.x - r * 0.7f, c.y - r * 0.7f}, {c.x + r * 0.7f, c.y + r * 0.7f}, color, stroke);
        list.AddLine({c.x - r * 0.7f, c.y + r * 0.7f}, {c.x + r * 0.7f, c.y - r * 0.7f}, color, stroke);
        break;
    case Icon::menu:
        for (const float row : {-0.7f, 0.0f, 0.7f})
            list.AddLine({c.x - r, c.y + row * r}, {c.x + r, c.y + row * r}, color, stroke);
        break;
    case Icon::folder:
        list.AddRectFilled({c.x - r, c.y - r * 0.75f}, {c.x, c.y}, color, look.px(1.5f));
        list.AddRectFilled({c.x - r, c.y - r * 0.45f}, {c.x + r, c.y + r * 0.75f}, color, look.px(1.5f));
        break;
    case Icon::up:
        list.AddLine({c.x, c.y + r * 0.8f}, {c.x, c.y - r * 0.7f}, color, stroke);
        list.AddLine({c.x, c.y - r * 0.8f}, {c.x - r * 0.6f, c.y - r * 0.1f}, color, stroke);
        list.AddLine({c.x, c.y - r * 0.8f}, {c.x + r * 0.6f, c.y - r * 0.1f}, color, stroke);
        break;
    case Icon::pin:
        list.AddCircleFilled({c.x, c.y - r * 0.3f}, r * 0.55f, color);
        list.AddLine({c.x, c.y}, {c.x, c.y + r}, color, stroke);
        break;
    case Icon::caret_down:
        list.AddTriangleFilled({c.x - r, c.y - r * 0.5f}, {c.x + r, c.y - r * 0.5f}, {c.x, c.y + r * 0.6f}, color);
        break;
    case Icon::caret_up:
        list.AddTriangleFilled({c.x - r, c.y + r * 0.5f}, {c.x, c.y - r * 0.6f}, {c.x + r, c.y + r * 0.5f}, color);
        break;
    case Icon::pane_left:
    case Icon::pane_right:
    case Icon::pane_bottom: {
        const ImVec2 min{c.x - r, c.y - r * 0.8f}, max{c.x + r, c.y + r * 0.8f};
        list.AddRect(min, max, color, look.px(2), 0, stroke);
        const float side = r * 0.75f;
        if (which == Icon::pane_left) list.AddRectFilled(min, {min.x + side, max.y}, color, look.px(1));
        if (which == Icon::pane_right) list.AddRectFilled({max.x - side, min.y}, max, color, look.px(1));
        if (which == Icon::pane_bottom) list.AddRectFilled({min.x, max.y - side * 0.8f}, max, color, look.px(1));
        break;
    }
    case Icon::enlarge:
        for (const float side : {-1.0f, 1.0f}) {
            const ImVec2 corner{c.x + side * r * 0.8f, c.y - side * r * 0.8f};
            list.AddLine(corner, {corner.x - side * r * 0.8f, corner.y}, color, stroke);
            list.AddLine(corner, {corner.x, corner.y + side * r * 0.8f}, color, stroke);
            list.AddLine(corner, {c.x + side * r * 0.15f, c.y - side * r * 0.15f}, color, stroke);
        }
        break;
    case Icon::four:
    case Icon::two: {
        const float rows = which == Icon::four ? 2 : 1, high = (1.8f * r - (rows - 1) * 0.2f * r) / rows;
        for (const float x : {-1.0f, 0.1f})
            for (float row = 0; row < rows; ++row) {
                const float top = c.y - 0.9f * r + row * (high + 0.2f * r);
                list.AddRect({c.x + x * r, top}, {c.x + (x + 0.9f) * r, top + high}, color, 0, 0, stroke);
            }
        break;
    }
    case Icon::brush:
        list.AddLine({c.x - r * 0.1f, c.y + r * 0.1f}, {c.x + r, c.y - r}, color, 2 * stroke);
        list.AddCircleFilled({c.x - r * 0.5f, c.y + r * 0.5f}, r * 0.5f, color);
        break;
    case Icon::play:
        list.AddTriangleFilled({c.x - r * 0.6f, c.y - r * 0.9f}, {c.x - r * 0.6f, c.y + r * 0.9f},
                               {c.x + r * 0.95f, c.y}, color);
        break;
    case Icon::pause:
        for (const float side : {-0.75f, 0.2f})
            list.AddRectFilled({c.x + side * r, c.y - r * 0.8f}, {c.x + (side + 0.55f) * r, c.y + r * 0.8f}, color);
        break;
    case Icon::first:
    case Icon::back:
    case Icon::forward:
    case Icon::last: {
        const float way = which == Icon::first || which == Icon::back ? -1.0f : 1.0f;
        const bool to_end = which == Icon::first || which == Icon::last;
        const float tip = to_end ? 0.45f : 0.7f, base = -0.7f;
        list.AddTriangleFilled({c.x + way * base * r, c.y - r * 0.8f}, {c.x + way * base * r, c.y + r * 0.8f},
                               {c.x + way * tip * r, c.y}, color);
        if (to_end)
            list.AddRectFilled({std::min(c.x + way * 0.5f * r, c.x + way * 0.85f * r), c.y - r * 0.8f},
                               {std::max(c.x + way * 0.5f * r, c.x + way * 0.85f * r), c.y + r * 0.8f}, color);
        break;
    }
    case Icon::none: break;
    }
}

namespace {

ImU32 with_alpha(ImU32 color, ImU32 alpha) { return (color & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT; }

} // namespace

void plate(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    list.AddRectFilled(min, max, with_alpha(look.colors->view, 240), look.px(7));
    list.AddRect(min, max, look.colors->line, look.px(7), 0, std::max(1.0f, look.px(1)));
}

ImU32 veil_color(const Look& look) { return with_alpha(look.colors->panel, 130); }

void veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    list.AddRectFilled(min, max, veil_color(look));
}

void begin_box(const Look& look, const char* id, BoxKind kind) {
    const ImU32 ground = kind == BoxKind::note    ? look.colors->note
                         : kind == BoxKind::error ? look.colors->error
                                                  : look.colors->field;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ground);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, look.px(7));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(11), look.px(8)});
    ImGui::BeginChild(id, {0, 0}, ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysUseWindowPadding,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
}

void end_box() {
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

ImVec2 pill_size(const Look& look, const Label& label) {
    return {look.measure(Face::strong, size_small, label.words()).x + look.px(16), look.px(23)};
}

bool pill(const Look& look, const Label& label, bool on, std::string_view tip) {
    const Palette& c = *look.colors;
    const bool pressed = key_button(label.name(), pill_size(look, label), ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = look.px(6);
    // Tints active chips: the full color would outshine the picture.
    list.AddRectFilled(min, max, hovered && !on ? c.field : c.view, rounding);
    constexpr ImU32 tint = 38, hovered_tint = 64;
    if (on) list.AddRectFilled(min, max, with_alpha(c.accent, hovered ? hovered_tint : tint), rounding);
    list.AddRect(min, max, on ? c.accent : c.line_strong, rounding, 0, std::max(1.0f, look.px(1)));
    const bool disabled = ImGui::GetStyle().Alpha < 1; // set by ImGui::BeginDisabled()
    centered(look, on ? Face::strong : Face::text, size_small, label.words(), min, max,
             disabled && !on ? c.line_strong : c.text);
    item_tooltip(look, tip);
    return pressed;
}

bool menu_button(const Look& look, const char* id, MenuLabel label, float max_width) {
    const Palette& c = *look.colors;
    const float gap = look.px(5), pad = look.px(10);
    const float lead = label.lead.empty() ? 0 : look.measure(Face::text, size_body, label.lead).x + gap;
    const float trail = label.trail.empty() ? 0 : look.measure(Face::mono, size_code, label.trail).x + gap;
    const float strong = look.measure(Face::strong, size_body, label.strong).x;
    const float ends = 2 * pad + caret_width(look) + look.px(7);
    const bool with_lead = max_width <= 0 || lead + strong + trail + ends <= max_width;
    const bool with_trail = max_width <= 0 || strong + trail + ends <= max_width;
    float width = strong + ends + (with_lead ? lead : 0) + (with_trail ? trail : 0);
    if (max_width > 0) width = std::min(width, max_width);

    const bool pressed = key_button(id, {width, look.row(30)});
    const bool open = ImGui::IsPopupOpen(id);
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = look.px(7);
    list.AddRectFilled(min, max, ImGui::IsItemHovered() || open ? c.field : c.bar, rounding);
    list.AddRect(min, max, c.line_strong, rounding, 0, std::max(1.0f, look.px(1)));
    ImVec2 at{min.x + pad, 0};
    list.PushClipRect(min, {max.x - caret_width(look) - pad, max.y}, true);
    auto put = [&](Face face, float size, std::string_view words, ImU32 color) {
        const ImVec2 extent = look.measure(face, size, words);
        list.AddText(look.font(face), look.px(size), {at.x, std::round((min.y + max.y - extent.y) / 2)}, color,
                     words.data(), words.data() + words.size());
        at.x += extent.x + gap;
    };
    if (with_lead && lead > 0) put(Face::text, size_body, label.lead, c.text);
    const float strong_room = max.x - caret_width(look) - pad - look.px(4) - at.x;
    put(Face::strong, size_body, shortened(look, label.strong, {Face::strong}, strong_room), c.text);
    if (with_trail && trail > 0) put(Face::mono, size_code, label.trail, c.muted);
    list.PopClipRect();
    icon(look, list, Icon::caret_down, {max.x - pad - caret_width(look) / 2, (min.y + max.y) / 2}, look.px(7), c.muted);
    record_text(std::string(label.lead) + " " + std::string(label.strong) + " " + std::string(label.trail));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal) && !open &&
        (!with_lead || !with_trail || width == max_width))
        tooltip(look, std::string(label.lead) + " " + std::string(label.strong) + " " + std::string(label.trail));
    if (pressed) ImGui::OpenPopup(id);
    return pressed;
}

namespace {

float icon_room_of(const Look& look, std::string_view words, Icon which) {
    return which == Icon::none ? 0 : look.px(words.empty() ? 14.0f : 20.0f);
}

} // namespace

ImVec2 quiet_button_size(const Look& look, const Label& label, Icon which) {
    const std::string_view words = label.words();
    const float wide = words.empty() ? 0 : look.measure(Face::text, size_body, words).x;
    return {wide + icon_room_of(look, words, which) + look.px(14), look.px(28)};
}

bool quiet_button(const Look& look, const Label& label, Icon which, std::string_view tip) {
    const Palette& c = *look.colors;
    const std::string_view words = label.words();
    const float icon_room = icon_room_of(look, words, which);
    const bool pressed = key_button(label.name(), quiet_button_size(look, label, which));
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered()) list.AddRectFilled(min, max, c.field, look.px(6));
    if (which != Icon::none) icon(look, list, which, {min.x + look.px(14), (min.y + max.y) / 2}, look.px(13), c.text);
    if (!words.empty()) centered(look, Face::text, size_body, words, {min.x + icon_room, min.y}, max, c.text);
    item_tooltip(look, tip);
    return pressed;
}

bool plain_enter() {
    const bool pressed = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
    return pressed && !key_focus_takes(ImGuiKey_Enter) && ImGui::GetIO().KeyMods == ImGuiMod_None &&
           !ImGui::IsAnyItemActive() && !ImGui::GetIO().NavVisible &&
           ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
}

ImVec2 main_button_size(const Look& look, const Label& label) {
    return {look.measure(Face::strong, size_body, label.words()).x + look.px(28), look.px(30)};
}

void place_buttons(const Look& look, const Label& cancel, const Label& main) {
    const float wide =
        quiet_button_size(look, cancel).x + ImGui::GetStyle().ItemSpacing.x + main_button_size(look, main).x;
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - wide);
}

bool main_button(const Look& look, const Label& label, bool enabled) {
    const Palette& c = *look.colors;
    const bool pressed = key_button(label.name(), main_button_size(look, label)) && enabled;
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const ImU32 ground = !enabled ? c.field : ImGui::IsItemHovered() ? c.accent_hovered : c.accent;
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, ground, look.px(6));
    centered(look, Face::strong, size_body, label.words(), min, max, enabled ? c.accent_text : c.muted);
    return pressed;
}

float tab_width(const Look& look, const Label& label) {
    return look.measure(Face::strong, size_body, label.words()).x + look.px(24);
}

bool tab(const Look& look, const Label& label, bool selected, bool is_error) {
    const Palette& c = *look.colors;
    const bool pressed = key_button(label.name(), {tab_width(look, label), look.px(32)});
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered() && !selected)
        list.AddRectFilled({min.x, min.y + look.px(4)}, {max.x, max.y - look.px(4)}, c.field, look.px(6));
    if (is_error)
        list.AddRectFilled({min.x + look.px(3), min.y + look.px(4)}, {max.x - look.px(3), max.y - look.px(4)}, c.error,
                           look.px(12));
    if (selected) list.AddRectFilled({min.x, max.y - look.px(2)}, max, is_error ? c.error_text : c.accent);
    centered(look, selected || is_error ? Face::strong : Face::text, size_body, label.words(), min, max,
             is_error   ? c.error_text
             : selected ? c.accent
                        : c.text);
    return pressed;
}

ImVec2 chip_size(const Look& look, const Label& label) {
    return {look.measure(Face::strong, size_small + 0.5f, label.words()).x + look.px(26), look.px(25)};
}

bool chip(const Look& look, const Label& label, bool good, std::string_view tip) {
    const Palette& c = *look.colors;
    const bool pressed = key_button(label.name(), chip_size(look, label));
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, good ? c.good : c.field, look.px(13));
    centered(look, Face::strong, size_small + 0.5f, label.words(), min, max, good ? c.good_text : c.text);
    item_tooltip(look, tip);
    return pressed;
}

void menu_heading(const Look& look, std::string_view words) {
    ImGui::Dummy({0, look.px(2)});
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(12));
    text(look, words, {Face::strong, size_small, look.colors->muted});
    ImGui::Dummy({0, look.px(1)});
}

bool menu_item(const Look& look, const Label& label, std::string_view detail, bool selected) {
    const Palette& c = *look.colors;
    const ImVec2 words = look.measure(selected ? Face::strong : Face::text, size_body, label.words());
    const ImVec2 detail_size = look.measure(Face::text, size_small, detail);
    if (words.x + detail_size.x + look.px(80) > ImGui::GetIO().DisplaySize.x) detail = {};
    const float needed = words.x + look.px(24) + (detail.empty() ? 0 : detail_size.x + look.px(28));
    const float width = std::max(needed, ImGui::GetContentRegionAvail().x);
    const bool pressed = key_button(label.name(), {width, look.row(28)}, ImGuiButtonFlags_EnableNav);
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool chosen_by_keys = ImGui::GetIO().NavVisible && ImGui::IsItemFocused();
    if (chosen_by_keys) record_area("chosen by keys", min, max);
    if (ImGui::IsItemHovered() || chosen_by_keys) list.AddRectFilled(min, max, c.field, look.px(5));
    record_text(label.words());
    list.AddText(look.font(selected ? Face::strong : Face::text), look.px(size_body),
                 {min.x + look.px(12), std::round((min.y + max.y - words.y) / 2)}, selected ? c.accent : c.text,
                 label.words().data(), label.words().data() + label.words().size());
    if (!detail.empty()) {
        record_text(detail);
        list.AddText(look.fonts.text, look.px(size_small),
                     {max.x - detail_size.x - look.px(10), std::round((min.y + max.y - detail_size.y) / 2)}, c.muted,
                     detail.data(), detail.data() + detail.size());
    }
    if (pressed) ImGui::CloseCurrentPopup();
    return pressed;
}

float splitter(const Look& look, const char* label, ImVec2 position, ImVec2 size, bool vertical) {
    ImGui::SetCursorScreenPos(position);
    ImGui::InvisibleButton(label, size);
    const KeyMoves keys = key_moves(ImGui::GetItemID(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (held || hovered) ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float stroke = std::max(1.0f, look.px(held || hovered ? 3.0f : 1.0f));
    const ImU32 color = held || hovered ? look.colors->accent : look.colors->line;
    const ImVec2 c{position.x + size.x / 2, position.y + size.y / 2};
    if (vertical)
        list.AddRectFilled({c.x - stroke / 2, position.y}, {c.x + stroke / 2, position.y + size.y}, color);
    else
        list.AddRectFilled({position.x, c.y - stroke / 2}, {position.x + size.x, c.y + stroke / 2}, color);
    constexpr float key_step = 16; // at scale 1
    if (const int steps = vertical ? keys.across : keys.down; steps != 0)
        return std::round(look.px(key_step)) * static_cast<float>(steps);
    if (!held) return 0;
    return vertical ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
}

void menu_below(const Look& look, bool right) {
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const float top = max.y + look.px(4);
    ImGui::SetNextWindowPos({right ? max.x : min.x, top}, ImGuiCond_Appearing, {right ? 1.0f : 0.0f, 0});
    // The menu scrolls instead of covering its button.
    const float room = ImGui::GetIO().DisplaySize.y - top - ImGui::GetStyle().DisplaySafeAreaPadding.y;
    if (room > look.px(240)) ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, room});
}

void update_menu() {
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::CloseCurrentPopup();
    // ImGui places a menu when it opens, but entries may follow later.
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), screen = ImGui::GetIO().DisplaySize;
    const ImVec2 edge = ImGui::GetStyle().DisplaySafeAreaPadding;
    const ImVec2 within{std::max(edge.x, std::min(at.x, screen.x - edge.x - size.x)),
                        std::max(edge.y, std::min(at.y, screen.y - edge.y - size.y))};
    if (within.x != at.x || within.y != at.y) ImGui::SetWindowPos(within);
}

bool clicked_beside() {
    return ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
           !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows |
                                   ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
}

} // namespace warpscope::ui
