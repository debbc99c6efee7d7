#include "ui/code/listing.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "language/tr.hpp"
#include "render/maps/finding_marks.hpp"
#include "render/style/named_group.hpp"
#include "render/style/palette.hpp"
#include "render/view.hpp"
#include "ui/code/line_pieces.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float gap_before_button = 18;

ImU32 color_of(const Palette& c, TokenKind kind) {
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

std::string expanded(std::string_view words) {
    std::string out;
    for (const char c : words) c == '\t' ? out += "    " : out += c;
    return out;
}

float width_of(const Look& look, float size, std::string_view words) {
    return look.measure(Face::mono, size, expanded(words)).x;
}

void draw_marks(const Look& look, ImDrawList& list, ImVec2 at, float height, float size, std::string_view line,
                const std::vector<TextMark>& marks, uint32_t number) {
    const auto [first, last] = std::ranges::equal_range(marks, number, {}, &TextMark::line);
    for (auto mark = first; mark != last; ++mark) {
        const float left = at.x + width_of(look, size, line.substr(0, mark->begin));
        const float right = left + width_of(look, size, line.substr(mark->begin, mark->end - mark->begin));
        list.AddRectFilled({left, at.y + look.px(1)}, {right, at.y + height - look.px(1)},
                           mark->now ? look.colors->note : look.colors->row_marked, look.px(2));
        list.AddRect({left, at.y + look.px(1)}, {right, at.y + height - look.px(1)},
                     mark->now ? look.colors->note_text : look.colors->line_strong, look.px(2), 0,
                     std::max(1.0f, look.px(mark->now ? 2.0f : 1.0f)));
    }
}

void draw_line_number(const Look& look, ImDrawList& list, ImVec2 right, const std::string& words, float size) {
    const float width = look.measure(Face::mono, size, words).x;
    list.AddText(look.fonts.mono, look.px(size), {right.x - width, right.y}, look.colors->muted, words.data(),
                 words.data() + words.size());
}

void draw_paint_mark(const Look& look, ImDrawList& list, ImVec2 at, float height) {
    constexpr int steps = 8;
    for (int i = 0; i < steps; ++i) {
        const float y = at.y + height * static_cast<float>(i) / steps;
        list.AddRectFilled({at.x, y}, {at.x + look.px(4), y + height / steps},
                           render::packed(render::palette::heat(1 - static_cast<double>(i) / (steps - 1))));
    }
}

/// Returns whether the note is hovered.
bool draw_note(const Look& look, ImDrawList& list, ImVec2 row, float height, float left, float right, uint32_t line,
               std::string_view words) {
    const ImU32 color = render::packed(render::palette::note);
    const render::NamedGroup group(list, fmt::format("source-note-{}", line));
    list.AddRectFilled({row.x + look.px(4), row.y}, {row.x + look.px(7), row.y + height}, color);
    const TextStyle style{Face::text, size_small, 0};
    const float pad = look.px(7);
    std::string first(words.substr(0, words.find('\n')));
    if (first.size() < words.size()) first += " …";
    const float whole = look.measure(style.face, style.size, first).x + 2 * pad;
    const float begin = std::max(row.x + look.px(12), std::min(left, right - std::min(whole, look.px(180))));
    const std::string drawn = shortened(look, first, style, std::max(look.px(20), right - begin - 2 * pad));
    const ImVec2 size = look.measure(style.face, style.size, drawn);
    const ImVec2 min{begin, row.y + look.px(1)}, max{begin + size.x + 2 * pad, row.y + height - look.px(1)};
    list.AddRectFilled(min, max, look.colors->popup, look.px(4));
    list.AddRect(min, max, color, look.px(4), 0, std::max(1.0f, look.px(1.2f)));
    text_at(look, list, {begin + pad, std::round((min.y + max.y - size.y) / 2)}, drawn, style);
    record_area(fmt::format("note on line {}", line), min, max);
    return ImGui::IsMouseHoveringRect(min, max);
}

std::optional<CostKind> column_at(const std::vector<CostColumn>& columns, float x) {
    for (const CostColumn& column : columns)
        if (x >= column.left && x < column.right) return column.kind;
    return std::nullopt;
}

} // namespace

float draw_tokens(const Look& look, ImDrawList& list, ImVec2 at, const std::vector<Token>& tokens, float size) {
    const float start = at.x;
    for (const Token& token : tokens) {
        const std::string words = expanded(token.text);
        list.AddText(look.fonts.mono, look.px(size), at, color_of(*look.colors, token.kind), words.data(),
                     words.data() + words.size());
        at.x += look.measure(Face::mono, size, words).x;
    }
    return at.x - start;
}

float longest_line(const Look& look, float size, const std::vector<std::string_view>& lines) {
    size_t longest = 0;
    for (const std::string_view line : lines)
        longest = std::max(longest, line.size() + 3 * static_cast<size_t>(std::count(line.begin(), line.end(), '\t')));
    return static_cast<float>(longest) * look.measure(Face::mono, size, "0").x;
}

CodeEvents code_listing(const Look& look, const CodeListing& listing) {
    CodeEvents events;
    const std::vector<std::string_view>& lines = *listing.lines;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float left = code_left(look, listing.number_width);
    const float width = room.x - ImGui::GetStyle().ScrollbarSize;
    const float text_end = listing.columns.empty() ? width : listing.columns.front().left - look.px(10);
    // ImGui's text field requires a row height in whole pixels, and letters in proportion to it.
    const float row = std::round(look.px(code_row_height * std::max(1.0f, listing.type / size_code))),
                size = row * size_code / code_row_height / look.scale;
    const float longest = longest_line(look, size, lines) + look.px(8), text_room = std::max(1.0f, text_end - left);
    const float letter = look.measure(Face::mono, size, "0").x;
    const auto pieces = [&](size_t i) {
        const float button = listing.button_room ? listing.button_room(static_cast<uint32_t>(i + 1)) : 0;
        const float kept = look.px(8) + (button > 0 ? button + look.px(gap_before_button) : 0);
        const auto columns = static_cast<size_t>(std::max(1.0f, (text_room - kept) / letter));
        return listing.wraps ? pieces_of(lines[i], columns) : std::vector<LinePiece>{{0, lines[i].size(), 0}};
    };
    const bool sideways = !listing.wraps && longest > text_room;
    const float bar = sideways ? look.px(10) : 0;
    KeptValue<float> kept_scroll(listing.id);
    float scroll = std::clamp<float>(kept_scroll, 0.0f, std::max(0.0f, longest - text_room));

    ImGui::BeginChild(listing.id, {0, room.y - bar});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImGuiIO& io = ImGui::GetIO();
    const bool over = ImGui::IsWindowHovered(listing.field ? ImGuiHoveredFlags_ChildWindows : ImGuiHoveredFlags_None);
    KeptValue<float> seen("seen height");
    const float before = seen, height_now = ImGui::GetWindowHeight();
    seen = height_now;
    if (before > 0 && before != height_now && ImGui::GetScrollY() > 0)
        ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() + before - height_now));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    if (over && sideways) scroll -= (io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0)) * look.px(60);
    if (listing.scroll_to && *listing.scroll_to > 0) {
        size_t above = *listing.scroll_to - 1;
        if (listing.wraps) {
            above = 0;
            for (size_t i = 0; i + 1 < *listing.scroll_to && i < lines.size(); ++i) above += pieces(i).size();
        }
        const float top = static_cast<float>(above) * row, height = ImGui::GetWindowHeight();
        const float now = ImGui::GetScrollY();
        if (top < now || top + row > now + height) ImGui::SetScrollY(std::max(0.0f, top - 0.4f * height));
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const auto draw_row = [&](size_t i) {
        const auto line = static_cast<uint32_t>(i + 1);
        const std::vector<LinePiece> parts = pieces(i);
        const float high = static_cast<float>(parts.size()) * row;
        const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + width, at.y + high};
        const render::NamedGroup group(list,
                                       listing.group.empty() ? "" : fmt::format("{}-line-{}", listing.group, line));
        const bool hovered = over && ImGui::IsMouseHoveringRect(at, end);
        const bool in_text = io.MousePos.x >= at.x + left && io.MousePos.x < at.x + text_end;
        const CodeRowState state = listing.state ? listing.state(line) : CodeRowState{};
        const insight::CodeCost* cost = listing.cost ? listing.cost(line) : nullptr;
        if (state.complained || state.change == insight::LineChange::removed)
            list.AddRectFilled(at, end, look.colors->error);
        else if (state.change == insight::LineChange::added)
            list.AddRectFilled(at, end, look.colors->good);
        else if (state.marked || state.painted)
            list.AddRectFilled(at, end, look.colors->row_marked);
        else if (hovered || state.linked)
            list.AddRectFilled(at, end, look.colors->row_hovered);
        if (state.painted) draw_paint_mark(look, list, at, high);
        const float y = at.y + std::round((row - look.px(size)) / 2) - look.px(1);
        if (listing.margin) listing.margin(line, at, row);
        draw_line_number(look, list, {at.x + look.px(listing.number_width), y},
                         listing.number ? listing.number(line) : std::to_string(line), size);
        if (state.finding || state.complained)
            render::draw_finding_mark(list, {at.x + look.px(7), at.y + row / 2}, look.px(6));
        list.PushClipRect({at.x + left, at.y}, {at.x + text_end, end.y}, true);
        const float text_left = at.x + left - scroll, last = static_cast<float>(parts.size() - 1) * row;
        if (listing.marks != nullptr && parts.size() == 1)
            draw_marks(look, list, {text_left, at.y}, row, size, lines[i], *listing.marks, line);
        const std::vector<Token> tokens = listing.tokens(i);
        float end_of_text = text_left;
        for (size_t p = 0; p < parts.size(); ++p) {
            const ImVec2 from{text_left + static_cast<float>(parts[p].indent) * letter,
                              y + static_cast<float>(p) * row};
            const float wide = draw_tokens(look, list, from, tokens_within(tokens, parts[p].begin, parts[p].end), size);
            end_of_text = from.x + wide;
        }
        list.PopClipRect();
        record_text(lines[i]);
        bool on_button = false;
        if (listing.button) {
            const float begin = std::max(end_of_text, at.x + left) + look.px(gap_before_button);
            const float button_end = listing.button(line, {begin, at.y + last}, at.x + text_end, row);
            if (button_end > 0) end_of_text = button_end;
            on_button = button_end > 0 && ImGui::IsItemHovered();
            ImGui::SetCursorScreenPos(at);
        }
        const std::string message = listing.message ? listing.message(line) : std::string();
        if (!message.empty()) {
            const float begin = std::max(end_of_text + look.px(18), at.x + left);
            const TextStyle style{Face::text, size_small, look.colors->error_text};
            text_at(look, list, {begin, y + last + look.px(1)},
                    shortened(look, message, style, std::max(look.px(40), at.x + text_end - begin)), style);
            if (hovered && in_text) tooltip(look, message);
        }
        const std::string_view remark = listing.remark ? listing.remark(line) : std::string_view();
        if (!remark.empty() && message.empty()) {
            const TextStyle style{Face::text, size_small, look.colors->muted};
            const float begin = std::max(end_of_text, at.x + left) + look.px(18);
            if (const float room = at.x + text_end - begin; room > look.px(60)) {
                const std::string drawn = shortened(look, remark, style, room);
                text_at(look, list, {begin, y + last + look.px(1)}, drawn, style);
                end_of_text = begin + look.measure(style.face, style.size, drawn).x;
            }
        }
        const std::string_view note = listing.note ? listing.note(line) : std::string_view();
        if (!note.empty()) {
            const float begin = std::max(end_of_text, at.x + left) + look.px(18) +
                                (message.empty() ? 0 : look.measure(Face::text, size_small, message).x + look.px(18));
            if (draw_note(look, list, {at.x, at.y + last}, row, begin, at.x + text_end, line, note) && hovered)
                tooltip(look, note);
        }
        if (cost != nullptr) draw_costs(look, list, listing.columns, {at.x, y}, *cost);
        const auto machine = listing.machine_count ? listing.machine_count(line) : std::nullopt;
        if (machine) draw_machine_count(look, list, listing.columns, {at.x, y}, machine->instructions);
        if (listing.cost_before)
            draw_cost_changes(look, list, listing.columns, {at.x, y}, cost, listing.cost_before(line));
        record_area(fmt::format("{} {}", listing.id, line), at, end);
        if (hovered) {
            events.hovered = line;
            const auto column = column_at(listing.columns, io.MousePos.x - at.x);
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) events.menu = line;
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !on_button && !(listing.field && in_text)) {
                events.clicked = line;
                events.column = column;
            }
            if (column == CostKind::machine_code) {
                if (machine) tooltip(look, machine->tip);
            } else if (cost != nullptr && column) {
                tooltip(look, cost_tip(*cost, listing.branch_fate ? listing.branch_fate(line) : std::string(),
                                       listing.is_moved && listing.is_moved(line)));
            } else if (column && listing.is_removed && listing.is_removed(line)) {
                tooltip(look,
                        tr("This line has no instructions: the compiler removed it, or counts its work at another "
                           "line."));
            }
        }
        ImGui::Dummy({width, high});
        if (listing.below) listing.below(line);
    };
    if (listing.below || listing.wraps) {
        for (size_t i = 0; i < lines.size(); ++i) draw_row(i);
    } else {
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(lines.size()), row);
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw_row(static_cast<size_t>(i));
    }
    ImGui::PopStyleVar();
    if (listing.field) {
        const float rows = static_cast<float>(std::max<size_t>(lines.size(), 1));
        const ImVec2 after = ImGui::GetCursorScreenPos();
        const ImVec2 at{origin.x + left, origin.y};
        const auto wanted =
            listing.field({at, {std::max(longest + look.px(80), text_room), rows * row}, row, scroll, text_room});
        ImGui::SetCursorScreenPos(after);
        if (wanted) {
            const float height = ImGui::GetWindowHeight(), now = ImGui::GetScrollY();
            if (wanted->y < now) ImGui::SetScrollY(wanted->y);
            if (wanted->w > now + height) ImGui::SetScrollY(wanted->w - height);
            if (wanted->x < scroll) scroll = std::max(0.0f, wanted->x - look.px(40));
            if (wanted->z > scroll + text_room) scroll = wanted->z - text_room + look.px(40);
        }
    }
    if (listing.is_dimmed) {
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        veil(look, *ImGui::GetWindowDrawList(), at, {at.x + size.x, at.y + size.y});
    }
    ImGui::EndChild();
    if (sideways) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const ImRect box({at.x + left, at.y + look.px(1)}, {at.x + text_end, at.y + bar});
        ImS64 place = static_cast<ImS64>(scroll);
        ImGui::ScrollbarEx(box, ImGui::GetID((std::string(listing.id) + " sideways").c_str()), ImGuiAxis_X, &place,
                           static_cast<ImS64>(text_room), static_cast<ImS64>(longest), ImDrawFlags_RoundCornersAll);
        if (place != static_cast<ImS64>(scroll)) scroll = static_cast<float>(place);
    }
    kept_scroll = scroll;
    return events;
}

} // namespace warpscope::ui
