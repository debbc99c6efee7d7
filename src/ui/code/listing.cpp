#include "ui/code/listing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "render/maps/finding_marks.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

ImU32 colour_of(const Palette& c, TokenKind kind) {
    switch (kind) {
    case TokenKind::keyword: return c.keyword;
    case TokenKind::type_name: return c.type_name;
    case TokenKind::number: return c.number;
    case TokenKind::string: return c.string;
    case TokenKind::comment: return c.comment;
    case TokenKind::builtin: return c.builtin;
    case TokenKind::plain: break;
    }
    return c.text;
}

void draw_line_number(const Look& look, ImDrawList& list, ImVec2 right, size_t number) {
    const std::string words = std::to_string(number);
    const float width = look.measure(Face::mono, size_code, words).x;
    list.AddText(look.fonts.mono, look.px(size_code), {right.x - width, right.y}, look.colours->muted, words.data(),
                 words.data() + words.size());
}

/// Width of the longest line on screen; the face has one width for all characters.
float longest_line(const Look& look, const std::vector<std::string_view>& lines) {
    size_t most = 0;
    for (const std::string_view line : lines)
        most = std::max(most, line.size() + 3 * static_cast<size_t>(std::count(line.begin(), line.end(), '\t')));
    return static_cast<float>(most) * look.measure(Face::mono, size_code, "0").x;
}

/// A stripe in the colours of the scale, left of a painted line.
void draw_paint_mark(const Look& look, ImDrawList& list, ImVec2 at, float height) {
    constexpr int steps = 8;
    for (int i = 0; i < steps; ++i) {
        const float y = at.y + height * static_cast<float>(i) / steps;
        list.AddRectFilled({at.x, y}, {at.x + look.px(4), y + height / steps},
                           render::packed(render::palette::heat(1 - static_cast<double>(i) / (steps - 1))));
    }
}

std::optional<CostKind> column_at(const std::vector<CostColumn>& columns, float x) {
    for (const CostColumn& column : columns)
        if (x >= column.left && x < column.right) return column.kind;
    return std::nullopt;
}

} // namespace

float draw_tokens(const Look& look, ImDrawList& list, ImVec2 at, const std::vector<Token>& tokens, float size) {
    const float start = at.x;
    std::string expanded;
    for (const Token& token : tokens) {
        std::string_view words = token.text;
        if (words.find('\t') != std::string_view::npos) {
            expanded.clear();
            for (char c : words) expanded += c == '\t' ? std::string("    ") : std::string(1, c);
            words = expanded;
        }
        list.AddText(look.fonts.mono, look.px(size), at, colour_of(*look.colours, token.kind), words.data(),
                     words.data() + words.size());
        at.x += look.measure(Face::mono, size, words).x;
    }
    return at.x - start;
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

CodeEvents code_listing(const Look& look, const CodeListing& listing) {
    CodeEvents events;
    const std::vector<std::string_view>& lines = *listing.lines;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float left = code_left(look, listing.number_width);
    const float width = room.x - ImGui::GetStyle().ScrollbarSize;
    const float text_end = listing.columns.empty() ? width : listing.columns.front().left - look.px(10);
    const float longest = longest_line(look, lines) + look.px(8), text_room = std::max(1.0f, text_end - left);
    const bool sideways = longest > text_room;
    const float bar = sideways ? look.px(10) : 0;
    float& scroll = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(listing.id));
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, longest - text_room));
    const float row = look.px(code_row_height);

    ImGui::BeginChild(listing.id, {0, room.y - bar});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImGuiIO& io = ImGui::GetIO();
    const bool over = ImGui::IsWindowHovered();
    if (over && sideways) scroll -= (io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0)) * look.px(60);
    if (listing.scroll_to && *listing.scroll_to > 0) {
        const float top = static_cast<float>(*listing.scroll_to - 1) * row, height = ImGui::GetWindowHeight();
        const float now = ImGui::GetScrollY();
        if (top < now || top + row > now + height) ImGui::SetScrollY(std::max(0.0f, top - 0.4f * height));
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const auto draw_row = [&](size_t i) {
        const auto line = static_cast<uint32_t>(i + 1);
        const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + width, at.y + row};
        const bool hovered = over && ImGui::IsMouseHoveringRect(at, end);
        const CodeRowState state = listing.state ? listing.state(line) : CodeRowState{};
        const metrics::InstructionCost* cost = listing.cost ? listing.cost(line) : nullptr;
        if (state.complained)
            list.AddRectFilled(at, end, look.colours->error);
        else if (state.marked || state.painted)
            list.AddRectFilled(at, end, look.colours->row_marked);
        else if (hovered || state.linked)
            list.AddRectFilled(at, end, look.colours->row_hovered);
        if (state.painted) draw_paint_mark(look, list, at, row);
        const float y = at.y + std::round((row - look.px(size_code)) / 2) - look.px(1);
        if (listing.margin) listing.margin(line, at, row);
        draw_line_number(look, list, {at.x + look.px(listing.number_width), y}, line);
        if (state.finding) render::draw_finding_mark(list, {at.x + look.px(7), at.y + row / 2}, look.px(6));
        list.PushClipRect({at.x + left, at.y}, {at.x + text_end, end.y}, true);
        draw_tokens(look, list, {at.x + left - scroll, y}, listing.tokens(i), size_code);
        list.PopClipRect();
        record_text(lines[i]);
        if (cost != nullptr) draw_costs(look, list, listing.columns, {at.x, y}, *cost);
        record_area(fmt::format("{} {}", listing.id, line), at, end);
        if (hovered) {
            events.hovered = line;
            const auto column = column_at(listing.columns, io.MousePos.x - at.x);
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) events.menu = line;
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
                events.clicked = line;
                events.column = column;
            }
            if (cost != nullptr && column) tooltip(look, cost_tip(*cost));
        }
        ImGui::Dummy({width, row});
        if (listing.below) listing.below(line);
    };
    if (listing.below) {
        for (size_t i = 0; i < lines.size(); ++i) draw_row(i);
    } else {
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(lines.size()), row);
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw_row(static_cast<size_t>(i));
    }
    ImGui::PopStyleVar();
    ImGui::EndChild();
    if (sideways) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const ImRect box({at.x + left, at.y + look.px(1)}, {at.x + text_end, at.y + bar});
        ImS64 place = static_cast<ImS64>(scroll);
        ImGui::ScrollbarEx(box, ImGui::GetID((std::string(listing.id) + " sideways").c_str()), ImGuiAxis_X, &place,
                           static_cast<ImS64>(text_room), static_cast<ImS64>(longest), ImDrawFlags_RoundCornersAll);
        if (place != static_cast<ImS64>(scroll)) scroll = static_cast<float>(place);
    }
    return events;
}

} // namespace warpscope::ui
