#include "ui/imgui/key_focus.hpp"
#include "ui/widgets/widgets.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"

namespace warpscope::ui {

namespace {

double snapped(double value, const SliderRange& range) {
    if (range.step > 0) value = range.minimum + std::round((value - range.minimum) / range.step) * range.step;
    return std::clamp(value, range.minimum, range.maximum);
}

std::string value_text(double value, const SliderRange& range) {
    if (value == 0 && !range.zero.empty()) return std::string(range.zero);
    return range.integer ? fmt::format("{:.0f}", value) : fmt::format("{:g}", value);
}

void draw_title(const Look& look, const char* label, std::string_view title, ImVec2 at, ImVec2 room, float type) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float wide = look.measure(Face::text, type, title).x;
    type = std::max(std::min(size_body, type), std::floor(type * std::min(1.0f, room.x / wide)));
    const std::string words = shortened(look, title, {Face::text, type, 0}, room.x);
    const ImVec2 size = look.measure(Face::text, type, words);
    const ImVec2 min{at.x, at.y + (room.y - size.y) / 2};
    record_area(fmt::format("{}/title", label), min, {min.x + size.x, min.y + size.y});
    list.AddText(look.fonts.text, look.px(type), min, look.colors->text, words.data(), words.data() + words.size());
}

enum class Place : uint8_t { track, number, title };

/// Returns whether text input is active.
bool begin_interaction(ImGuiID id, bool hovered, Place place) {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    if (ImGui::TempInputIsActive(id)) return true;
    const bool clicked = hovered && ImGui::IsMouseClicked(0, ImGuiInputFlags_None, id);
    if (!clicked) return false;
    ImGui::SetKeyOwner(ImGuiKey_MouseLeft, id);
    if (g.IO.KeyCtrl || place == Place::number) {
        g.NavActivateId = id; // starts text input, also after a click outside the field
        return true;
    }
    if (place == Place::track) ImGui::SetActiveID(id, g.CurrentWindow);
    ImGui::SetFocusID(id, g.CurrentWindow);
    ImGui::FocusWindow(g.CurrentWindow);
    return false;
}

/// Returns false while the mouse holds a knob still, which must not request an illegal value again.
bool asks_again() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const bool rests = g.IO.MouseDelta.x == 0 && g.IO.MouseDelta.y == 0 && !g.ActiveIdIsJustActivated;
    return g.ActiveIdSource != ImGuiInputSource_Mouse || !rests;
}

constexpr float knob_width = 14, title_gap = 10;

float place_of(const Look& look, const ImRect& track, double value, const SliderRange& range) {
    constexpr float padding = 2; // as in ImGui's sliders, independent of the scale
    const float left = track.Min.x + padding + look.px(knob_width) / 2,
                right = track.Max.x - padding - look.px(knob_width) / 2;
    const double share = range.logarithmic ? std::log(value / range.minimum) / std::log(range.maximum / range.minimum)
                                           : (value - range.minimum) / (range.maximum - range.minimum);
    return left + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (right - left);
}

std::pair<float, float> ends_of(const Look& look, const ImRect& track, const catalog::IllegalSpan& span,
                                const SliderRange& range) {
    const double half = range.step / 2;
    const float from = span.first <= range.minimum ? track.Min.x : place_of(look, track, span.first - half, range);
    const float to = span.last >= range.maximum ? track.Max.x : place_of(look, track, span.last + half, range);
    return {from, to};
}

void draw_illegal(const Look& look, const char* label, const ImRect& track, const SliderRange& range) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::round(track.GetCenter().y), half = look.px(4);
    for (size_t i = 0; i < range.illegal->size(); ++i) {
        const auto [from, to] = ends_of(look, track, (*range.illegal)[i], range);
        record_area(fmt::format("{}/impossible {}", label, i), {from, y - half}, {to, y + half});
        list.AddRectFilled({from, y - half}, {to, y + half}, look.colors->panel);
        list.PushClipRect({from, y - half}, {to, y + half}, true);
        for (float x = from - 2 * half; x < to; x += look.px(5))
            list.AddLine({x, y + half}, {x + 2 * half, y - half}, look.colors->muted, std::max(1.0f, look.px(1)));
        list.PopClipRect();
    }
}

std::string illegal_value_error(const Look& look, const ImRect& track, float x, const SliderRange& range) {
    if (range.illegal == nullptr) return {};
    for (const catalog::IllegalSpan& span : *range.illegal) {
        const auto [from, to] = ends_of(look, track, span, range);
        if (x < from || x > to) continue;
        const std::string values = span.first == span.last ? value_text(span.first, range)
                                                           : tr_format("{} to {}", value_text(span.first, range),
                                                                       value_text(span.last, range));
        return tr_format("{} is not available with the current settings. {}", values, tr(span.why));
    }
    return {};
}

void draw_track(const Look& look, const ImRect& track, float knob_x) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::round(track.GetCenter().y), half = look.px(2);
    list.AddRectFilled({track.Min.x, y - half}, {track.Max.x, y + half}, look.colors->track, half);
    list.AddRectFilled({track.Min.x, y - half}, {knob_x, y + half}, look.colors->accent, half);
}

void draw_knob(const Look& look, const ImRect& track, float knob_x, bool bright) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::round(track.GetCenter().y), radius = look.px(bright ? 7.5f : 7.0f);
    list.AddCircleFilled({knob_x, y}, radius, look.colors->accent);
    list.AddCircleFilled({knob_x, y}, radius - look.px(2), look.dark ? look.colors->panel : look.colors->view);
    if (bright) list.AddCircleFilled({knob_x, y}, look.px(3), look.colors->accent);
}

float track_height(const Look& look) { return look.touch ? 26 : 20; }

} // namespace

float slider_header(const Look& look, float type) { return look.px(std::max(20.0f, std::ceil(1.25f * type))); }

float slider_width(const Look& look, std::string_view title, double value, const SliderRange& range) {
    return look.measure(Face::text, std::max(size_body, range.type), title).x + look.px(title_gap) +
           look.measure(Face::mono, std::max(size_code, range.type), value_text(value, range)).x + 1;
}

float slider_height(const Look& look, float type) { return slider_header(look, type) + look.px(track_height(look)); }

SliderEvent slider(const Look& look, const char* label, std::string_view title, std::string_view tip, double value,
                   const SliderRange& range) {
    SliderEvent event;
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    const ImGuiID id = window->GetID(label);
    const ImVec2 start = window->DC.CursorPos;
    const float words = std::max(size_body, range.type), digits = std::max(size_code, range.type);
    const float width = ImGui::GetContentRegionAvail().x, header = slider_header(look, range.type),
                height = look.px(track_height(look));
    const float value_width = look.px(64);
    const ImRect total(start, {start.x + width, start.y + header + height});
    const ImRect track({start.x, start.y + header}, total.Max);
    const ImRect value_box({total.Max.x - value_width, start.y - look.px(2)}, {total.Max.x, start.y + header});

    ImGui::ItemSize(total, 0);
    ImGuiContext& g = *ImGui::GetCurrentContext();
    if (!ImGui::ItemAdd(total, id, &track, ImGuiItemFlags_Inputable)) return event;
    const bool hovered = ImGui::ItemHoverable(total, id, g.LastItemData.ItemFlags);
    const bool over_value = hovered && value_box.Contains(g.IO.MousePos);
    record_area(fmt::format("{}/track", label), track.Min, track.Max);
    record_area(fmt::format("{}/slider", label), total.Min, total.Max);
    record_text(fmt::format("{}: {}", title, value_text(value, range)));

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string number = value_text(value, range);
    const ImVec2 size = look.measure(Face::mono, digits, number);

    const float above_track = look.touch ? (finger - track_height(look)) / 2 : 0;
    const bool over_track = track.ContainsWithPad(g.IO.MousePos, {g.Style.TouchExtraPadding.x, look.px(above_track)});
    const Place place = over_value ? Place::number : over_track ? Place::track : Place::title;
    const bool typing = begin_interaction(id, hovered, place);
    const float beside = width - (typing ? value_width : size.x) - look.px(title_gap);
    draw_title(look, label, title, start, {beside, header}, words);
    double minimum = range.minimum, maximum = range.maximum, moved = value;
    if (typing) {
        ImGui::PushFont(look.fonts.mono, size_code);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(4), look.px(2)});
        const char* format = range.integer ? "%.0f" : "%g";
        const ImVec2 extent = window->DC.CursorMaxPos;
        ImGui::PushClipRect(value_box.Min, value_box.Max, true);
        if (ImGui::TempInputScalar(value_box, id, label, ImGuiDataType_Double, &moved, format, &minimum, &maximum))
            event.value = snapped(moved, range);
        ImGui::PopClipRect();
        window->DC.CursorPos = start;
        window->DC.CursorMaxPos = extent;
        ImGui::ItemSize(total, 0);
        ImGui::PopStyleVar();
        ImGui::PopFont();
        const float knob_x = std::round(place_of(look, track, value, range));
        draw_track(look, track, knob_x);
        if (range.illegal != nullptr) draw_illegal(look, label, track, range);
        draw_knob(look, track, knob_x, false);
    } else {
        record_area(fmt::format("{}/number", label), {total.Max.x - size.x, start.y}, {total.Max.x, start.y + size.y});
        if (over_value)
            list.AddLine({total.Max.x - size.x, value_box.Max.y - look.px(2)},
                         {total.Max.x, value_box.Max.y - look.px(2)}, look.colors->muted, look.px(1));
        list.AddText(look.fonts.mono, look.px(digits), {total.Max.x - size.x, start.y + (header - size.y) / 2},
                     look.colors->text, number.data(), number.data() + number.size());
        ImRect grab;
        ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, look.px(knob_width));
        ImGuiSliderFlags flags = ImGuiSliderFlags_NoRoundToFormat;
        if (range.logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
        if (ImGui::SliderBehavior(track, id, ImGuiDataType_Double, &moved, &minimum, &maximum, "%.3f", flags, &grab)) {
            const double target = snapped(moved, range);
            if (target != value && asks_again()) {
                event.value = target;
                ImGui::MarkItemEdited(id);
            }
        }
        ImGui::PopStyleVar();
        const float knob_x = std::round(grab.GetCenter().x);
        draw_track(look, track, knob_x);
        if (range.illegal != nullptr) draw_illegal(look, label, track, range);
        draw_knob(look, track, knob_x, hovered || g.ActiveId == id);
    }
    if (const int steps = key_steps(id, total.Min, total.Max); steps != 0 && !typing) {
        event.value = snapped(value + steps * (range.step > 0 ? range.step : (maximum - minimum) / 100), range);
        event.ended = true;
    }
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right) && value != range.initial) {
        event.value = range.initial;
        event.ended = true;
    }
    if (ImGui::IsItemDeactivated()) {
        event.ended = true;
        event.was_drag = !typing;
    }
    if (hovered && !typing && g.ActiveId != id && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) {
        const std::string why = illegal_value_error(look, track, g.IO.MousePos.x, range);
        const std::string how = fmt::format("{}{}{}", tip, tip.empty() ? "" : "\n",
                                            tr_format("Click the number to type a value; right-click to reset to {}.",
                                                      value_text(range.initial, range)));
        tooltip_beside(look, why.empty() ? how : why, total.Min, total.Max);
    }
    IMGUI_TEST_ENGINE_ITEM_INFO(id, label, g.LastItemData.StatusFlags);
    return event;
}

} // namespace warpscope::ui
