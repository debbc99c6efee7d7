#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

struct GridShape {
    uint64_t rows = 1, columns = 1;
};
/// Returns as many columns as the last extent. A one-dimensional array gets 32, 16 or 8 columns, so that values of
/// width `value` fit.
GridShape shape_of(const replay::SharedArray& array, float room, float value) {
    const uint64_t elements = std::max<uint64_t>(array.elements(), 1);
    uint64_t columns = 32;
    if (array.extents.size() > 1)
        columns = std::max<uint64_t>(array.extents.back(), 1);
    else
        while (columns > 8 && std::floor(room / static_cast<float>(columns)) < value) columns /= 2;
    columns = std::min(columns, elements);
    return {(elements + columns - 1) / columns, columns};
}

std::string element_name(const replay::SharedArray& array, uint64_t index) {
    if (array.extents.size() < 2) return fmt::format("{}[{}]{}", array.name, index, array.member);
    std::string words;
    uint64_t rest = index;
    for (size_t k = array.extents.size(); k-- > 0;) {
        const uint64_t extent = std::max<uint64_t>(array.extents[k], 1);
        words = fmt::format("[{}]{}", k == 0 ? rest : rest % extent, words);
        rest /= extent;
    }
    return array.name + words + array.member;
}

/// Returns "[3]" for a matrix, and the row's first index for an array.
std::string row_name(const replay::SharedArray& array, const GridShape& shape, uint64_t row) {
    return array.extents.size() == 2 ? fmt::format("[{}]", row) : std::to_string(row * shape.columns);
}

std::string value_of(const insight::MomentView& moment, const replay::SharedArray& array, uint64_t bits) {
    if (array.element == 0) return fmt::format("{:#x}", bits);
    const std::string whole = replay::value_text(*moment.block->recording, array.element, bits);
    return whole;
}

std::string widest_value(const insight::MomentView& moment, uint32_t number) {
    const insight::SharedContents& contents = moment.shared[number];
    std::string widest;
    for (const std::optional<uint64_t>& value : contents.values) {
        if (!value) continue;
        std::string words = short_value(value_of(moment, moment.block->arrays[number], *value), 3);
        if (words.size() > widest.size()) widest = std::move(words);
    }
    return widest;
}

std::string cell_words(const insight::MomentView& moment, uint32_t number, uint64_t index) {
    const replay::SharedArray& array = moment.block->arrays[number];
    const insight::SharedContents& contents = moment.shared[number];
    std::string words = element_name(array, index);
    if (!contents.values[index]) return tr_format("{} is not written yet", words);
    words += " = " + value_of(moment, array, *contents.values[index]);
    if (const uint16_t writer = contents.writers[index]; writer != 0)
        words += tr_format("\nwritten by thread {}: lane {} of warp {}", writer - 1, (writer - 1) % warp_size,
                           (writer - 1) / warp_size);
    if ((contents.now[index] & 2) != 0) words += tr(", just now");
    if ((contents.now[index] & 1) != 0) words += tr("\nread just now");
    return words;
}

std::string summary(const insight::MomentView& moment, uint32_t number) {
    const insight::SharedContents& contents = moment.shared[number];
    uint64_t read = 0, written = 0;
    for (const uint8_t now : contents.now) {
        read += now & 1;
        written += now >> 1 & 1;
    }
    std::string words = tr_format("{} of {} written", grouped(contents.written), grouped(contents.values.size()));
    if (written > 0) words += tr_format(" · {} just now", grouped(written));
    if (read > 0) words += tr_format(" · {} read just now", grouped(read));
    return words;
}

void draw_legend(const Look& look, ImDrawList& list, ImVec2 at) {
    const Palette& c = *look.colors;
    const float side = look.px(12), stroke = std::max(1.0f, look.px(1));
    const auto entry = [&](std::string_view words, auto&& swatch) {
        swatch(ImVec2{at.x, at.y + look.px(2)}, ImVec2{at.x + side, at.y + look.px(2) + side});
        words_at(look, list, Face::text, size_small, {at.x + side + look.px(5), at.y}, c.muted, words);
        at.x += side + look.px(19) + look.measure(Face::text, size_small, words).x;
    };
    entry(tr("color: warp that wrote it"), [&](ImVec2 min, ImVec2 max) { list.AddRectFilled(min, max, warp_tint(0)); });
    entry(tr("now"), [&](ImVec2 min, ImVec2 max) {
        list.AddRectFilled(min, max, c.row_marked);
        list.AddRect(min, max, c.text, 0, 0, look.px(2));
    });
    entry(tr("not yet written"), [&](ImVec2 min, ImVec2 max) {
        hatch(list, min, max, look.px(5), stroke, c.muted);
        list.AddRect(min, max, c.line_strong, 0, 0, stroke);
    });
}

/// Scrolls once per step to the first accessed element.
void scroll_to_change(const insight::SharedContents& contents, const insight::MomentView& moment,
                      const GridShape& shape, float tall) {
    KeptValue<int> seen("seen step");
    const int step = moment.step ? static_cast<int>(*moment.step) + 1 : 0;
    if (seen == step) return;
    seen = step;
    const auto changed = std::ranges::find_if(contents.now, [](uint8_t now) { return now != 0; });
    if (changed == contents.now.end()) return;
    const auto row = static_cast<uint64_t>(changed - contents.now.begin()) / shape.columns;
    const float top = static_cast<float>(row) * tall, height = ImGui::GetWindowHeight(), scroll = ImGui::GetScrollY();
    if (top < scroll || top + tall > scroll + height) ImGui::SetScrollY(std::max(0.0f, top - height / 3));
}

} // namespace

void shared_grid(const Model& model, uint32_t number, Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    const insight::MomentView& moment = *model.moment;
    const replay::SharedArray& array = moment.block->arrays[number];
    const insight::SharedContents& contents = moment.shared[number];
    const std::string words = summary(moment, number);
    const ImVec2 head = ImGui::GetCursorScreenPos();
    text(look, words, {Face::strong, size_small, 0});
    draw_legend(look, *ImGui::GetWindowDrawList(),
                {head.x + look.measure(Face::strong, size_small, words).x + look.px(18), head.y});
    ImGui::BeginChild("shared grid", {0, 0});
    const ImVec2 room = ImGui::GetContentRegionAvail(), corner = ImGui::GetCursorScreenPos();
    record_area("shared grid", corner, {corner.x + room.x, corner.y + room.y});
    const float min_type = model.presentation ? size_body : size_small - 2, gap = look.px(2);
    const std::string last = fmt::format("[{}]", std::max<uint64_t>(array.elements(), 1) - 1);
    const float margin = look.measure(Face::mono, min_type, last).x + look.px(4);
    const ImVec2 origin{corner.x + margin, corner.y};
    const float width = room.x - ImGui::GetStyle().ScrollbarSize - margin;
    const std::string widest_words = widest_value(moment, number);
    const float widest = look.measure(Face::mono, min_type, widest_words).x;
    const GridShape shape = shape_of(array, width, widest + 2 * gap);
    const float across = width / static_cast<float>(shape.columns);
    const float down = (room.y - look.px(2)) / static_cast<float>(shape.rows);
    const float wide = std::floor(std::clamp(across, look.px(6), look.px(array.extents.size() > 1 ? 44 : 64)));
    const float row = look.measure(Face::mono, min_type, "0").y, min_height = row + look.px(1);
    const float tall = std::floor(std::clamp(down, wide < look.px(14) ? look.px(7) : min_height, look.px(22)));
    const float grown = std::min((wide - 2 * gap) / std::max(1.0f, widest), tall / row);
    float type = std::clamp(min_type * grown, min_type, size_body);
    // Glyphs do not scale evenly.
    while (type > min_type && look.measure(Face::mono, type, widest_words).x > wide - 2 * gap)
        type = std::max(min_type, type - 0.5f);
    record_area("shared cell", origin, {origin.x + wide, origin.y + tall});
    scroll_to_change(contents, moment, shape, tall);
    const float stroke = std::max(1.0f, look.px(1));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetWindowPos(), high{low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight()};
    const auto place = [&](uint64_t index) {
        return ImVec2{origin.x + wide * static_cast<float>(index % shape.columns),
                      origin.y + tall * static_cast<float>(index / shape.columns)};
    };
    const auto each = static_cast<uint64_t>(std::ceil(row / tall));
    for (uint64_t k = 0; k < shape.rows; k += each) {
        const ImVec2 first = place(k * shape.columns);
        if (first.y + tall < low.y || first.y > high.y) continue;
        const std::string index = row_name(array, shape, k);
        const float x = origin.x - look.px(4) - look.measure(Face::mono, min_type, index).x;
        words_at(look, list, Face::mono, min_type, {x, first.y + std::max(0.0f, (tall - row) / 2)}, c.muted, index);
        record_area(fmt::format("shared row {}", k), {corner.x, first.y}, {origin.x, first.y + tall});
    }
    for (uint64_t k = 0; k < contents.values.size(); ++k) {
        const ImVec2 min = place(k), max{min.x + wide, min.y + tall};
        if (max.y < low.y || min.y > high.y) continue;
        ImU32 ground = c.bar;
        if (contents.values[k]) {
            ground = contents.now[k] != 0 ? c.row_marked : warp_tint((contents.writers[k] - 1u) / warp_size);
            list.AddRectFilled(min, max, ground);
            const std::string value = value_of(moment, array, *contents.values[k]);
            const auto fits = [&](std::string_view words) {
                return words_in(look, list, Face::mono, type, {min.x + gap, min.y}, {max.x - gap, max.y},
                                ink_on(ground), words);
            };
            // Shows at least ".004" or "…", so that a cell with a value is never blank.
            if (std::ranges::none_of(std::array{4, 3, 2, 1},
                                     [&](int digits) { return fits(short_value(value, digits)); })) {
                const std::string rounded = short_value(value, 1);
                if (!rounded.starts_with("0.") || !fits(rounded.substr(1))) fits("…");
            }
        } else {
            hatch(list, min, max, look.px(7), stroke, c.line_strong);
        }
        list.AddRect(min, {max.x + stroke, max.y + stroke}, c.line, 0, 0, stroke);
    }
    for (uint64_t k = 0; k < contents.values.size(); ++k)
        if (contents.now[k] != 0) {
            const ImVec2 min = place(k);
            list.AddRect(min, {min.x + wide + stroke, min.y + tall + stroke}, c.text, 0, 0, look.px(2));
        }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsWindowHovered() && mouse.x >= origin.x && mouse.y >= origin.y) {
        const auto column = static_cast<uint64_t>((mouse.x - origin.x) / wide);
        const uint64_t index = static_cast<uint64_t>((mouse.y - origin.y) / tall) * shape.columns + column;
        if (column < shape.columns && index < contents.values.size()) {
            tooltip(look, cell_words(moment, number, index) + tr("\nRight-click for its history."));
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
                KeptValue<int>("asked") = static_cast<int>(index);
                ImGui::OpenPopup("shared questions");
            }
        }
    }
    const auto asked = static_cast<uint64_t>(KeptValue<int>("asked"));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("shared questions")) {
        update_menu();
        shared_questions(model, array.place(asked), array.element_bytes, element_name(array, asked), commands);
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::Dummy({margin + wide * static_cast<float>(shape.columns), tall * static_cast<float>(shape.rows)});
    ImGui::EndChild();
}

} // namespace warpscope::ui
