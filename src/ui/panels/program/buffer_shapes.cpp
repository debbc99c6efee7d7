#include "ui/panels/program/program_panels.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "capture/buffer_shape.hpp"
#include "language/tr.hpp"
#include "ui/panels/program/buffer_row.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

std::string shape_words(const capture::BufferShape& shape) {
    std::string words = fmt::format("{}", shape.seen().width);
    if (shape.shape.height > 1 || shape.shape.depth > 1) words += fmt::format(" × {}", shape.shape.height);
    if (shape.shape.depth > 1) words += fmt::format(" × {}", shape.shape.depth);
    words += fmt::format(" {}", name_of(shape.type));
    if (shape.channels > 1) words += fmt::format(" × {}", shape.channels);
    return words;
}

std::string widths_near(uint64_t cells, uint32_t now) {
    const std::set<uint32_t> widths{capture::fitting_width(cells, now - 1, now), now,
                                    capture::fitting_width(cells, uint64_t{now} + 1, now)};
    return tr_format("Rows that fill the buffer: {}", fmt::format("{}", fmt::join(widths, ", ")));
}

void fields(const Model& model, const capture::LaunchBuffer& buffer, Commands& commands) {
    const Look& look = model.look;
    const capture::BufferShape& now = buffer.shape;
    const auto set = [&](ElementType type, uint32_t channels, uint64_t width, uint64_t padding_bytes) {
        if (buffer.bytes % (uint64_t{size_of(type)} * channels) != 0) channels = 1;
        const uint64_t cell = uint64_t{size_of(type)} * channels;
        const uint32_t width_now = type == now.type && channels == now.channels ? now.shape.width : 0;
        if (buffer.bytes % cell != 0) return;
        commands.push_back(
            SetBufferShape{buffer.name, capture::SetShape{type, channels,
                                                          capture::fitting_width(buffer.bytes / cell, width, width_now),
                                                          static_cast<uint32_t>(padding_bytes / cell)}});
    };
    const uint64_t padding_bytes = uint64_t{now.padding} * now.cell_bytes();
    const auto whole_number = [&](const char* label, const char* what, uint32_t value,
                                  const std::string& tip = {}) -> std::optional<uint64_t> {
        text(look, label, {Face::text, size_small, look.colors->muted});
        int number = static_cast<int>(value);
        ImGui::SetNextItemWidth(look.px(110));
        ImGui::PushFont(look.fonts.mono, size_code);
        const bool changed = ImGui::InputInt(fmt::format("##{} of {}", what, buffer.name).c_str(), &number, 1, 16);
        ImGui::PopFont();
        // Typed numbers apply when editing ends, the +/- buttons immediately.
        const bool ended = ImGui::GetIO().WantTextInput ? ImGui::IsItemDeactivatedAfterEdit() : changed;
        const bool typed = ended && number >= 0 && static_cast<uint32_t>(number) != value;
        if (!tip.empty() && ImGui::IsItemHovered()) tooltip(look, tip);
        return typed ? std::optional(static_cast<uint64_t>(number)) : std::nullopt;
    };
    const std::string widths = widths_near(buffer.bytes / now.cell_bytes(), now.shape.width);
    if (const auto width = whole_number(tr("width in cells"), "width", now.shape.width, widths); width && *width > 0)
        set(now.type, now.channels, *width, 0);
    ImGui::SameLine(0, look.px(8));
    if (pill(look, tr_label("vector", "##shape"), now.shape.height == 1, tr("All in one row")))
        set(now.type, now.channels, buffer.bytes, 0);
    if (now.shape.height > 1)
        if (const auto padding = whole_number(tr("padding per row (hidden)"), "padding", now.padding))
            set(now.type, now.channels, now.shape.width,
                std::min<uint64_t>(*padding, now.shape.width - 1) * now.cell_bytes());
    ImGui::Dummy({0, look.px(2)});
    if (const auto channels = channel_buttons(look, now.channels, [&](uint32_t channels) {
            return buffer.bytes % (uint64_t{size_of(now.type)} * channels) == 0;
        }))
        set(now.type, *channels, uint64_t{now.shape.width} * now.channels / *channels, padding_bytes);
    ImGui::Dummy({0, look.px(2)});
    const auto fits = [&](ElementType type) { return buffer.bytes % size_of(type) == 0; };
    if (const auto type = type_buttons(look, now.type, fits))
        set(*type, now.channels, uint64_t{now.shape.width} * size_of(now.type) / size_of(*type), padding_bytes);
    ImGui::BeginDisabled(!buffer.is_set);
    if (quiet_button(look, tr_label("Use the guess", "##shape"), Icon::none, tr("Discard these settings")))
        commands.push_back(SetBufferShape{buffer.name, std::nullopt});
    ImGui::EndDisabled();
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
        const std::string tip =
            buffer.shape.why.empty()
                ? std::string(tr("Guessed; click to set width, channels and type"))
                : tr_format("Guessed: {}. Click to set width, channels and type", tr(buffer.shape.why));
        buffer_row(look, buffer.name, shape_words(buffer.shape), buffer.is_set, tip,
                   [&] { fields(model, buffer, commands); });
    }
}

} // namespace warpscope::ui
