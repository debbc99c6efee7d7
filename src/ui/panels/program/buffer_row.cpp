#include "ui/panels/program/buffer_row.hpp"

#include <array>

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::ui {

namespace {

constexpr std::array element_types{ElementType::u8,  ElementType::s8,  ElementType::u16, ElementType::s16,
                                   ElementType::u32, ElementType::s32, ElementType::u64, ElementType::s64,
                                   ElementType::f16, ElementType::f32, ElementType::f64, ElementType::bf16};

} // namespace

void buffer_row(const Look& look, const std::string& name, const std::string& words, bool is_set, std::string_view tip,
                const std::function<void()>& fields) {
    const std::string label = fmt::format("{}##shape of {}", words, name);
    const TextStyle style{Face::strong, size_body - 0.5f, 0};
    const float room = ImGui::GetContentRegionAvail().x, wide = look.measure(style.face, style.size, name).x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool fits = wide + look.px(8) + pill_size(look, label.c_str()).x <= room;
    if (fits) ImGui::SetCursorScreenPos({at.x, at.y + look.px(4)});
    text(look, name, style, room);
    if (fits) ImGui::SetCursorScreenPos({at.x + wide + look.px(8), at.y});
    const std::string popup = "shape of " + name;
    if (pill(look, label.c_str(), is_set, tip)) ImGui::OpenPopup(popup.c_str());
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const bool low = min.y > ImGui::GetIO().DisplaySize.y / 2;
    ImGui::SetNextWindowPos({max.x + look.px(8), low ? max.y : min.y}, ImGuiCond_Always, {0, low ? 1.0f : 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(10)});
    if (ImGui::BeginPopup(popup.c_str())) {
        update_menu();
        fields();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::Dummy({0, look.px(2)});
}

std::optional<ElementType> type_buttons(const Look& look, ElementType now,
                                        const std::function<bool(ElementType)>& fits) {
    std::optional<ElementType> pressed;
    text(look, tr("type"), {Face::text, size_small, look.colors->muted});
    for (size_t i = 0; i < element_types.size(); ++i) {
        const ElementType type = element_types[i];
        ImGui::BeginDisabled(!fits(type));
        if (pill(look, fmt::format("{}##type", name_of(type)).c_str(), now == type, "")) pressed = type;
        ImGui::EndDisabled();
        if (i % 4 != 3 && i + 1 < element_types.size()) ImGui::SameLine(0, look.px(5));
    }
    return pressed;
}

std::optional<uint32_t> channel_buttons(const Look& look, uint32_t now, const std::function<bool(uint32_t)>& fits) {
    std::optional<uint32_t> pressed;
    text(look, tr("channels"), {Face::text, size_small, look.colors->muted});
    for (uint32_t channels = 1; channels <= 4; ++channels) {
        ImGui::BeginDisabled(!fits(channels));
        if (pill(look, fmt::format("{}##channels", channels).c_str(), now == channels, "")) pressed = channels;
        ImGui::EndDisabled();
        ImGui::SameLine(0, look.px(5));
    }
    ImGui::NewLine();
    return pressed;
}

} // namespace warpscope::ui
