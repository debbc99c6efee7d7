#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "insight/source_lines.hpp"
#include "language/course.hpp"
#include "ui/code/listing.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/spoiler_comments.hpp"

namespace warpscope::ui {

namespace {

constexpr float choosable_row = 1.5f; // in font sizes

std::string_view shown_part(std::string_view line, const LessonView& view) {
    const size_t comment = line.find("//");
    if (comment == std::string_view::npos) return line;
    // While students edit the kernel, hide only spoiler comments.
    const bool is_revealed =
        view.phase == LessonPhase::answered || (!view.covers() && view.phase != LessonPhase::reading);
    const size_t telling = spoiler_comment(line);
    if (is_revealed && (view.phase == LessonPhase::answered || telling == std::string_view::npos)) return line;
    line = line.substr(0, is_revealed ? telling : comment);
    while (line.ends_with(' ')) line.remove_suffix(1);
    return line;
}

/// Returns where each row of a wrapped line begins. `hang`: indent of rows after the first.
std::vector<size_t> rows_of(std::string_view line, size_t letters, size_t hang) {
    std::vector<size_t> begins{0};
    for (size_t room = letters; line.size() - begins.back() > room; room = letters - hang) {
        const size_t begin = begins.back(), first = line.find_first_not_of(' ', begin);
        const size_t space = line.rfind(' ', begin + room - 1);
        const bool between = space != std::string_view::npos && space > first && space >= begin + room / 2;
        begins.push_back(between ? space + 1 : begin + room);
    }
    return begins;
}

std::vector<Token> part_of(const std::vector<Token>& tokens, std::string_view line, size_t begin, size_t end) {
    std::vector<Token> part;
    for (const Token& token : tokens) {
        const auto at = static_cast<size_t>(token.text.data() - line.data());
        const size_t from = std::max(at, begin), to = std::min(at + token.text.size(), end);
        if (from < to) part.push_back({token.kind, line.substr(from, to - from)});
    }
    return part;
}

void draw_gap(const Look& look, float right, float y, float size) {
    for (int dot = 0; dot < 3; ++dot)
        ImGui::GetWindowDrawList()->AddCircleFilled({right - look.px(size) * 0.35f * static_cast<float>(dot), y},
                                                    std::max(1.0f, look.px(size) / 12), look.colors->muted);
    record_text("…");
}

uint32_t lines_of_kernel(const Look& look, const LessonView& view, const std::string& source,
                         std::vector<uint32_t> shown, bool choosable, float size) {
    std::vector<std::string_view> lines = insight::split_lines(source);
    for (std::string_view& line : lines) line = shown_part(line, view);
    std::erase_if(shown, [&](uint32_t line) { return line > lines.size(); });
    if (shown.empty()) return 0;
    const float row = look.px(size * (choosable ? choosable_row : 1.6f)), pad = look.px(8);
    const float width = ImGui::GetContentRegionAvail().x;
    size_t indent = std::string_view::npos;
    for (const uint32_t line : shown)
        if (const size_t first = lines[line - 1].find_first_not_of(' '); first != std::string_view::npos)
            indent = std::min(indent, first);
    if (indent == std::string_view::npos) indent = 0;
    size_t longest = 1;
    for (const uint32_t line : shown)
        longest = std::max(longest, lines[line - 1].size() - std::min(indent, lines[line - 1].size()));
    const float numbers = look.measure(Face::mono, size, fmt::format("{}", shown.back())).x + look.px(14);
    const float wide = static_cast<float>(longest) * look.measure(Face::mono, size, "0").x,
                room = width - numbers - 2 * pad;
    if (wide > room && 0.8f * wide <= room) size = size * room / wide;
    const float letter = look.measure(Face::mono, size, "0").x;
    const auto letters = static_cast<size_t>(std::max(12.0f, std::floor(room / letter + 0.01f)));
    const auto cut = [&](uint32_t line) {
        std::string_view words = lines[line - 1];
        words.remove_prefix(std::min(indent, words.size()));
        return words;
    };
    const auto hang = [&](std::string_view words) {
        const size_t own = words.find_first_not_of(' ');
        return std::min((own == std::string_view::npos ? 0 : own) + 4, letters / 2);
    };
    size_t rows = 0;
    for (const uint32_t line : shown) rows += rows_of(cut(line), letters, hang(cut(line))).size();

    const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + width, at.y + static_cast<float>(rows) * row + 2 * pad};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, look.colors->field, look.px(8));
    uint32_t chosen = 0;
    float y = at.y + pad;
    bool in_comment = false;
    uint32_t previous = shown.front();
    for (const uint32_t line : shown) {
        if (line > previous + 1) draw_gap(look, at.x + numbers - look.px(6), y, size);
        previous = line;
        const std::string_view words = cut(line);
        std::vector<size_t> begins = rows_of(words, letters, hang(words));
        const float high = static_cast<float>(begins.size()) * row;
        const ImVec2 min{at.x, y}, max{end.x, y + high};
        const bool answered = view.phase == LessonPhase::answered && view.evaluated;
        const bool right =
            answered && std::ranges::find(view.evaluated->right_lines, line) != view.evaluated->right_lines.end();
        if (choosable) {
            ImGui::SetCursorScreenPos(min);
            if (key_button(fmt::format("line {}##lesson", line).c_str(), {width, high})) chosen = line;
            if (right)
                list.AddRectFilled(min, max, look.colors->good);
            else if (view.prediction.line == line)
                list.AddRectFilled(min, max, look.colors->row_marked);
            else if (ImGui::IsItemHovered() && !answered)
                list.AddRectFilled(min, max, look.colors->row_hovered);
            if (view.prediction.line == line) list.AddRect(min, max, look.colors->accent, look.px(3), 0, look.px(2));
        }
        const float top = std::round(y + (row - look.px(size)) / 2) - look.px(1);
        const std::string number = fmt::format("{}", line);
        text_at(look, list, {at.x + numbers - look.px(4) - look.measure(Face::mono, size, number).x, top}, number,
                {Face::mono, size, look.colors->muted});
        list.PushClipRect({at.x + numbers, min.y}, {end.x - pad / 2, max.y}, true);
        const std::vector<Token> tokens = cuda_tokens(words, in_comment);
        begins.push_back(words.size());
        for (size_t i = 0; i + 1 < begins.size(); ++i) {
            const float further = i == 0 ? 0 : letter * static_cast<float>(hang(words));
            const ImVec2 place{at.x + numbers + pad + further, top + static_cast<float>(i) * row};
            draw_tokens(look, list, place, part_of(tokens, words, begins[i], begins[i + 1]), size);
        }
        list.PopClipRect();
        record_text(words);
        record_area(fmt::format("quoted line {}", line), min, max);
        y += high;
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, end.y - at.y});
    return chosen;
}

/// Storage keys of the question and of three heights: whole code, code area, rest.
constexpr const char *code_of = "code of", *code_high = "code high", *code_used = "code used", *all_else = "all else";

float kept_height(const char* name) { return ImGui::GetStateStorage()->GetFloat(ImGui::GetID(name)); }
void keep_height(const char* name, float height) { ImGui::GetStateStorage()->SetFloat(ImGui::GetID(name), height); }

int question_number(const LessonView& view) { return static_cast<int>(view.step * 100 + view.round); }

} // namespace

void quoted_code(const Look& look, const LessonView& view, float size) {
    if (!view.run) return;
    const auto quote = [&](size_t which, const session::RunResult& run, const std::vector<uint32_t>& lines) {
        if (lines.empty()) return;
        if (view.beside)
            paragraph(look, tr_course(view.now().beside->names[which]), {Face::strong, size_body, look.colors->muted});
        (void)lines_of_kernel(look, view, run.source, lines, false, size);
        ImGui::Dummy({0, look.px(6)});
    };
    if (view.beside) quote(0, *view.beside, view.beside_code);
    quote(1, *view.run, view.code);
}

void fitted_code(const Look& look, const LessonView& view, float size) {
    constexpr size_t few = 6;
    if (view.phase == LessonPhase::answered || view.code.size() + view.beside_code.size() <= few)
        return quoted_code(look, view, size);
    const bool known = ImGui::GetStateStorage()->GetInt(ImGui::GetID(code_of), -1) == question_number(view);
    const float min_height = look.px(120), top = ImGui::GetCursorPosY();
    const float free = ImGui::GetWindowHeight() - kept_height(all_else) - ImGui::GetStyle().WindowPadding.y;
    const float high = known ? std::max(min_height, std::min(kept_height(code_high), std::floor(free))) : min_height;
    ImGui::BeginChild("quoted code", {0, high});
    quoted_code(look, view, size);
    const float whole = ImGui::GetCursorPosY();
    ImGui::EndChild();
    keep_height(code_high, whole);
    keep_height(code_used, ImGui::GetCursorPosY() - top);
}

void fit_code(const LessonView& view) {
    ImGui::GetStateStorage()->SetInt(ImGui::GetID(code_of), question_number(view));
    keep_height(all_else, ImGui::GetCursorPosY() - kept_height(code_used));
    keep_height(code_used, 0);
}

uint32_t choosable_code(const Look& look, const LessonView& view, bool presented) {
    if (!view.run) return 0;
    std::vector<uint32_t> all(insight::split_lines(view.run->source).size());
    std::iota(all.begin(), all.end(), 1u);
    const float free = ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - look.px(110);
    const float fitting = free / (look.px(choosable_row) * static_cast<float>(std::max<size_t>(all.size(), 1)));
    const float size = presented ? std::clamp(fitting, size_code, 24.0f) : size_code;
    return lines_of_kernel(look, view, view.run->source, std::move(all), true, size);
}

} // namespace warpscope::ui
