// BUFFERS: what the buffers of a program's launch were taken for, and fields to set it.
#include "ui/panels/program/program_panels.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "analysis/message_words.hpp"
#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr std::array types{ElementType::u8,  ElementType::s8,  ElementType::u16, ElementType::s16,
                           ElementType::u32, ElementType::s32, ElementType::u64, ElementType::s64,
                           ElementType::f16, ElementType::f32, ElementType::f64};

std::string shape_words(const capture::BufferShape& shape) {
    std::string words = fmt::format("{}", shape.shape.width);
    if (shape.shape.height > 1 || shape.shape.depth > 1) words += fmt::format(" × {}", shape.shape.height);
    if (shape.shape.depth > 1) words += fmt::format(" × {}", shape.shape.depth);
    words += fmt::format(" {}", name_of(shape.type));
    if (shape.channels > 1) words += fmt::format(" × {}", shape.channels);
    return words;
}

/// A width at which rows fill the buffer, as near as possible to `wish`.
uint32_t fitting_width(uint64_t cells, uint64_t wish) {
    wish = std::clamp<uint64_t>(wish, 1, cells);
    uint64_t best = cells;
    const auto offer = [&](uint64_t width) {
        const auto off = [&](uint64_t w) { return w > wish ? w - wish : wish - w; };
        if (off(width) < off(best) || (off(width) == off(best) && width > best)) best = width;
    };
    for (uint64_t divisor = 1; divisor * divisor <= cells; ++divisor) {
        if (cells % divisor != 0) continue;
        offer(cells / divisor);
        offer(divisor);
    }
    return static_cast<uint32_t>(best);
}

void fields(const Model& model, const capture::LaunchBuffer& buffer, Commands& commands) {
    const Look& look = model.look;
    const capture::BufferShape& now = buffer.shape;
    const auto set = [&](ElementType type, uint32_t channels, uint64_t width) {
        const uint64_t cell = uint64_t{size_of(type)} * channels;
        if (buffer.bytes % cell != 0) return;
        commands.push_back(
            SetBufferShape{buffer.name, capture::SetShape{type, channels, fitting_width(buffer.bytes / cell, width)}});
    };
    text(look, tr("width in cells"), {Face::text, size_small, look.colours->muted});
    int width = static_cast<int>(now.shape.width);
    ImGui::SetNextItemWidth(look.px(110));
    ImGui::PushFont(look.fonts.mono, size_code);
    ImGui::InputInt(fmt::format("##width of {}", buffer.name).c_str(), &width, 1, 16);
    ImGui::PopFont();
    if (ImGui::IsItemDeactivatedAfterEdit() && width > 0) set(now.type, now.channels, static_cast<uint64_t>(width));
    ImGui::SameLine(0, look.px(8));
    if (pill(look, tr_label("vector", "##shape"), now.shape.height == 1, tr("All in one row")))
        set(now.type, now.channels, buffer.bytes);
    ImGui::Dummy({0, look.px(2)});
    text(look, tr("channels"), {Face::text, size_small, look.colours->muted});
    for (uint32_t channels = 1; channels <= 4; ++channels) {
        if (pill(look, fmt::format("{}##channels", channels).c_str(), now.channels == channels, ""))
            set(now.type, channels, uint64_t{now.shape.width} * now.channels / channels);
        ImGui::SameLine(0, look.px(5));
    }
    ImGui::NewLine();
    ImGui::Dummy({0, look.px(2)});
    text(look, tr("type"), {Face::text, size_small, look.colours->muted});
    for (size_t i = 0; i < types.size(); ++i) {
        if (buffer.bytes % size_of(types[i]) != 0) continue;
        if (pill(look, fmt::format("{}##type", name_of(types[i])).c_str(), now.type == types[i], ""))
            set(types[i], now.channels, uint64_t{now.shape.width} * size_of(now.type) / size_of(types[i]));
        if (i % 4 != 3) ImGui::SameLine(0, look.px(5));
    }
    ImGui::NewLine();
    if (buffer.is_set &&
        quiet_button(look, tr_label("As guessed", "##shape"), Icon::none, tr("Forget what was set here")))
        commands.push_back(SetBufferShape{buffer.name, std::nullopt});
}

} // namespace

bool shows_launch_of_program(const Model& model) {
    return model.program != nullptr && model.program->launch && model.experiment != nullptr &&
           model.experiment->name == model.program->experiment;
}

void buffer_shapes(const Model& model, Commands& commands) {
    if (!shows_launch_of_program(model)) return;
    const Look& look = model.look;
    section(look, tr("BUFFERS"));
    for (const capture::LaunchBuffer& buffer : model.program->buffers) {
        const std::string label = fmt::format("{}##shape of {}", shape_words(buffer.shape), buffer.name);
        const TextStyle name{Face::strong, size_body - 0.5f, 0};
        const float room = ImGui::GetContentRegionAvail().x, wide = look.measure(name.face, name.size, buffer.name).x;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const bool fits = wide + look.px(8) + pill_size(look, label.c_str()).x <= room;
        if (fits) ImGui::SetCursorScreenPos({at.x, at.y + look.px(4)});
        text(look, buffer.name, name, room);
        if (fits) ImGui::SetCursorScreenPos({at.x + wide + look.px(8), at.y});
        const std::string popup = "shape of " + buffer.name;
        if (pill(look, label.c_str(), buffer.is_set,
                 buffer.shape.why.empty() ? tr("Guessed; a click sets width, channels and type")
                                          : tr_format("Guessed: {}. A click sets width, channels and type",
                                                      analysis::message_words(buffer.shape.why))))
            ImGui::OpenPopup(popup.c_str());
        // Beside it, and upwards where there is no room below.
        const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
        const bool low = min.y > ImGui::GetIO().DisplaySize.y / 2;
        ImGui::SetNextWindowPos({max.x + look.px(8), low ? max.y : min.y}, ImGuiCond_Always, {0, low ? 1.0f : 0.0f});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(10)});
        if (ImGui::BeginPopup(popup.c_str())) {
            update_menu();
            fields(model, buffer, commands);
            ImGui::EndPopup();
        }
        ImGui::PopStyleVar();
        ImGui::Dummy({0, look.px(2)});
    }
}

} // namespace warpscope::ui
