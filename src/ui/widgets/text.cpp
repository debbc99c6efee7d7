#include "ui/widgets/widgets.hpp"

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/line_break.hpp"

namespace warpscope::ui {

namespace {

ImU32 color_of(const Look& look, const TextStyle& style) { return style.color != 0 ? style.color : look.colors->text; }

size_t utf8_length(char lead) {
    const auto c = static_cast<unsigned char>(lead);
    return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/// Breaks lines, but neither around "=" nor, unlike Dear ImGui, in decimal numbers.
std::string broken_at_blanks(const Look& look, std::string_view words, const TextStyle& style, float room) {
    std::string out;
    size_t line = 0;
    while (!words.empty()) {
        size_t end = words.find(' ');
        while (end != std::string_view::npos && (words.substr(end + 1, 1) == "=" || (end > 0 && words[end - 1] == '=')))
            end = words.find(' ', end + 1);
        const std::string_view piece = words.substr(0, end);
        words.remove_prefix(std::min(words.size(), piece.size() + 1));
        const bool first = out.size() == line;
        if (!first && look.measure(style.face, style.size, out.substr(line) + ' ' + std::string(piece)).x > room) {
            out += '\n';
            line = out.size();
        } else if (!first) {
            out += ' ';
        }
        out += piece;
    }
    return out;
}

} // namespace

std::string shortened(const Look& look, std::string_view words, const TextStyle& style, float width) {
    if (look.measure(style.face, style.size, words).x <= width) return std::string(words);
    record_cut(words);
    const std::string dots = "…";
    size_t end = 0;
    while (end < words.size()) {
        const size_t next = std::min(words.size(), end + utf8_length(words[end]));
        if (look.measure(style.face, style.size, std::string(words.substr(0, next)) + dots).x > width) break;
        end = next;
    }
    return std::string(words.substr(0, end)) + dots;
}

void text(const Look& look, std::string_view words, TextStyle style, float width) {
    record_text(words);
    std::string cut;
    ImVec2 size = look.measure(style.face, style.size, words);
    std::string_view drawn = words;
    if (width > 0 && size.x > width) {
        cut = shortened(look, words, style, width);
        drawn = cut;
        size = look.measure(style.face, style.size, cut);
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddText(look.font(style.face), look.px(style.size), at, color_of(look, style),
                                        drawn.data(), drawn.data() + drawn.size());
    ImGui::Dummy(size);
    if (!cut.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, words);
}

void text_in_row(const Look& look, std::string_view words, TextStyle style, float width) {
    std::string drawn(words);
    if (width > 0) drawn = shortened(look, words, style, width);
    const ImVec2 size = look.measure(style.face, style.size, drawn), at = ImGui::GetCursorScreenPos();
    const float height = std::max(size.y, ImGui::GetFrameHeight());
    text_at(look, *ImGui::GetWindowDrawList(), {at.x, std::round(at.y + (height - size.y) / 2)}, drawn, style);
    ImGui::Dummy({size.x, height});
    if (drawn != words && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, words);
}

void text_at(const Look& look, ImDrawList& list, ImVec2 at, std::string_view words, TextStyle style) {
    record_text(words);
    list.AddText(look.font(style.face), look.px(style.size), at, color_of(look, style), words.data(),
                 words.data() + words.size());
}

void paragraph(const Look& look, std::string_view given, TextStyle style) {
    const std::string signed_words = with_signs(given);
    const std::string_view words = signed_words;
    std::string plain;
    const float space = look.measure(style.face, style.size, " ").x;
    const float line_height = look.px(style.size * 1.4f);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImVec2 at = start;
    bool strong = false;
    size_t i = 0, together = 0;
    while (i < words.size()) {
        if (words[i] == ' ' || words[i] == '\n') {
            plain += words[i];
            if (words[i] == '\n')
                at = {start.x, at.y + line_height};
            else if (at.x > start.x)
                at.x += space;
            ++i;
            continue;
        }
        if (words.substr(i, 2) == "**") {
            strong = !strong;
            i += 2;
            continue;
        }
        size_t end = i;
        while (end < words.size() && words[end] != ' ' && words[end] != '\n' && words.substr(end, 2) != "**") ++end;
        end = i + unbroken(words.substr(i, end - i));
        const std::string_view word = words.substr(i, end - i);
        plain += word;
        const Face face = strong && style.face == Face::text ? Face::strong : style.face;
        const float word_width = look.measure(face, style.size, word).x;
        if (i >= together) {
            const size_t last = i + size_at_begin(words.substr(i));
            const float size_width = look.measure(face, style.size, words.substr(i, last - i)).x;
            const bool whole = size_width <= width && last > end;
            if (whole) together = last;
            if (at.x > start.x && at.x + (whole ? size_width : word_width) > start.x + width)
                at = {start.x, at.y + line_height};
        }
        ImGui::GetWindowDrawList()->AddText(look.font(face), look.px(style.size),
                                            {at.x, at.y + look.px(style.size * 0.2f)}, color_of(look, style),
                                            word.data(), word.data() + word.size());
        at.x += word_width;
        i = end;
    }
    record_text(plain);
    ImGui::Dummy({width, at.y + line_height - start.y});
}

void section(const Look& look, std::string_view title) {
    record_text(title);
    constexpr float size = 11.5f;
    ImGui::Dummy({0, look.px(4)});
    ImVec2 at = ImGui::GetCursorScreenPos();
    for (size_t i = 0; i < title.size(); i += utf8_length(title[i])) {
        const std::string_view letter = title.substr(i, utf8_length(title[i]));
        ImGui::GetWindowDrawList()->AddText(look.fonts.strong, look.px(size), at, look.colors->muted, letter.data(),
                                            letter.data() + letter.size());
        at.x += look.measure(Face::strong, size, letter).x + look.px(1.1f);
    }
    ImGui::Dummy({0, look.px(size + 3)});
}

float fact_column(const Look& look, std::string_view name) {
    return look.measure(Face::text, size_body - 0.5f, name).x + look.px(8);
}

void fact(const Look& look, const Label& label, std::string_view value, std::string_view tip, float column) {
    const std::string_view name = label.words();
    const std::string signed_value = with_signs(value);
    value = signed_value;
    record_text(fmt::format("{}: {}", name, value));
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float row = look.px(20);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 name_size = look.measure(Face::text, size_body - 0.5f, name);
    list.AddText(look.fonts.text, look.px(size_body - 0.5f), {at.x, at.y + (row - name_size.y) / 2}, look.colors->muted,
                 name.data(), name.data() + name.size());
    const float left = std::max({column, std::min(look.px(104), width * 0.45f), fact_column(look, name)});
    const float size = look.px(size_code), room = std::max(look.px(40), width - left);
    const std::string lines = look.measure(Face::mono, size_code, value).x > room
                                  ? broken_at_blanks(look, value, {Face::mono, size_code}, room)
                                  : std::string(value);
    value = lines;
    const ImVec2 value_size =
        look.fonts.mono->CalcTextSizeA(size, FLT_MAX, room, value.data(), value.data() + value.size());
    const float line = look.measure(Face::mono, size_code, "0").y, height = row + std::max(0.0f, value_size.y - line);
    ImGui::InvisibleButton(fmt::format("##{}", label.name()).c_str(), {std::max(1.0f, width), height});
    list.AddText(look.fonts.mono, size, {at.x + left, at.y + (row - line) / 2}, look.colors->text, value.data(),
                 value.data() + value.size(), room);
    if (!tip.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, tip);
    // Moving the cursor alone does not extend an ImGui window.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::SetCursorScreenPos({at.x, at.y + height});
    ImGui::Dummy({0, look.px(1)});
    ImGui::PopStyleVar();
}

namespace {

float tooltip_width(const Look& look, std::string_view words) {
    const float words_wide = look.measure(Face::text, size_small + 0.5f, words).x + look.px(2);
    return std::ceil(std::min(words_wide, look.px(340))) + look.px(22);
}

struct TooltipPlace {
    ImVec2 at, pivot; // as for SetNextWindowPos()
};

void show_tooltip(const Look& look, const std::function<void()>& draw, const std::optional<TooltipPlace>& place) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(10), look.px(7)});
    // Without a tooltip, the position would apply to another window.
    if (place) ImGui::SetNextWindowPos(place->at, ImGuiCond_Always, place->pivot);
    if (ImGui::BeginTooltip()) {
        draw();
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        record_area("tooltip", at, {at.x + size.x, at.y + size.y});
        ImGui::EndTooltip();
    }
    ImGui::PopStyleVar();
}

void show_tooltip(const Look& look, std::string_view words, const std::optional<TooltipPlace>& place) {
    if (words.empty() || keys_hide_tooltips()) return;
    // Sets the size in advance, because the first frame may stay visible for long.
    ImGui::SetNextWindowContentSize({tooltip_width(look, words) - look.px(20), 0});
    show_tooltip(
        look,
        [&] {
            paragraph(look, words, {Face::text, size_small + 0.5f, 0});
        },
        place);
}

float tooltip_height(const Look& look, std::string_view words) {
    const float size = look.px(size_small + 0.5f);
    constexpr float line_gaps = 1.3f;
    return line_gaps *
               look.fonts.text->CalcTextSizeA(size, FLT_MAX, look.px(340), words.data(), words.data() + words.size())
                   .y +
           look.px(20);
}

} // namespace

void tooltip(const Look& look, std::string_view words) { show_tooltip(look, words, {}); }
void tooltip(const Look& look, const std::function<void()>& draw) {
    if (!keys_hide_tooltips()) show_tooltip(look, draw, {});
}

void tooltip_beside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float away = look.px(14), wide = look.px(370);
    constexpr float lower_edge = 0.75f;
    TooltipPlace place{{min.x - away, min.y}, {1, 0}};
    if (max.y > lower_edge * screen.y)
        place = {{min.x, min.y - away}, {0, 1}};
    else if (max.x + away + wide <= screen.x)
        place = {{max.x + away, min.y}, {0, 0}};
    show_tooltip(look, words, place);
}

void item_tooltip(const Look& look, std::string_view words) {
    if (words.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize, min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const float away = look.px(6), wide = tooltip_width(look, words);
    const float left = std::clamp(min.x, 0.0f, std::max(0.0f, screen.x - wide));
    const bool fits_above = tooltip_height(look, words) + away <= min.y;
    show_tooltip(look, words,
                 fits_above ? TooltipPlace{{left, min.y - away}, {0, 1}} : TooltipPlace{{left, max.y + away}, {0, 0}});
}

void tooltip_outside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize, mouse = ImGui::GetIO().MousePos;
    const float away = look.px(6), wide = tooltip_width(look, words), high = tooltip_height(look, words);
    const float left = std::clamp(mouse.x - wide / 2, 0.0f, std::max(0.0f, screen.x - wide));
    TooltipPlace place{{max.x - away, min.y + away}, {1, 0}};
    if (high + away <= min.y)
        place = {{left, min.y - away}, {0, 1}};
    else if (2 * mouse.x > min.x + max.x)
        place = {{min.x + away, min.y + away}, {0, 0}};
    show_tooltip(look, words, place);
}

std::string with_signs(std::string_view words) {
    const auto is_digit = [&](size_t i) {
        return i < words.size() && std::isdigit(static_cast<unsigned char>(words[i])) != 0;
    };
    const auto is_between_blanks = [&](size_t i) {
        const bool is_within = i >= 2 && i + 2 < words.size() && words[i - 1] == ' ' && words[i + 1] == ' ';
        return is_within && std::isspace(static_cast<unsigned char>(words[i - 2])) == 0; // excludes list items
    };
    std::string result;
    bool is_code = false;
    for (size_t i = 0; i < words.size(); ++i) {
        const char sign = words[i];
        if (sign == '`') is_code = !is_code;
        const bool joins = !is_code && is_between_blanks(i);
        const bool is_negative =
            sign == '-' && is_digit(i + 1) && (i == 0 || words[i - 1] == ' ' || words[i - 1] == '(');
        if (joins && sign == 'x' && is_digit(i - 2) && is_digit(i + 2))
            result += "×";
        else if (sign == '-' && !is_code && (is_negative || (joins && (is_digit(i - 2) || is_digit(i + 2)))))
            result += "−";
        else
            result += sign;
    }
    return result;
}

std::string bytes_text(uint64_t bytes) {
    if (bytes < 1024) return fmt::format("{} B", bytes);
    const double kilo = static_cast<double>(bytes) / 1024;
    if (kilo < 1024) return tr_format("{} KiB", fixed(kilo, kilo < 10 ? 1 : 0));
    return kilo < 1024 * 1024 ? tr_format("{} MiB", fixed(kilo / 1024, kilo < 10 * 1024 ? 1 : 0))
                              : tr_format("{:.1f} GiB", kilo / 1024 / 1024);
}

std::string duration(double ms) {
    if (ms < 0.1) return tr_format("{:.3f} ms", ms);
    if (ms < 10) return tr_format("{:.1f} ms", ms);
    if (ms < 1000) return tr_format("{:.0f} ms", ms);
    return tr_format("{:.1f} s", ms / 1000);
}

} // namespace warpscope::ui
