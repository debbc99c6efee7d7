#include "ui/panels/program/program_panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using program::Operation;
using Kind = Operation::Kind;

constexpr float line_height = 20, widest_mark = 34, max_lines = 8;

size_t line_of(const ProgramRun& run, const Operation& operation) {
    if (!operation.stream) return std::min<size_t>(run.streams.size(), max_lines - 1);
    const auto found = std::ranges::find(run.streams, *operation.stream);
    return std::min<size_t>(static_cast<size_t>(found - run.streams.begin()), max_lines - 2);
}

size_t line_count(const ProgramRun& run) { return std::min<size_t>(run.streams.size() + 1, max_lines); }

/// At each pixel, the operation with the highest weight is visible.
int weight(const Operation& operation, const ProgramRun& run) {
    if (operation.kind == Kind::launch) return run.faulty.contains(operation.launch) ? 5 : 4;
    return operation.kind == Kind::copy ? 3 : operation.kind == Kind::fill ? 2 : 1;
}

ImU32 color_of(const Look& look, const Operation& operation) {
    const Palette& c = *look.colors;
    switch (operation.kind) {
    case Kind::launch: return c.accent;
    case Kind::copy: return c.string;
    case Kind::fill: return c.comment;
    case Kind::synchronize: return c.text;
    default: return c.muted;
    }
}

void draw_mark(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max, const Operation& operation, bool faulty) {
    const ImU32 color = color_of(look, operation);
    const float middle = (min.y + max.y) / 2, round = look.px(2);
    switch (operation.kind) {
    case Kind::launch: list.AddRectFilled(min, max, color, round); break;
    case Kind::copy: list.AddRectFilled({min.x, min.y + look.px(4)}, {max.x, max.y - look.px(4)}, color, round); break;
    case Kind::fill: list.AddRectFilled({min.x, middle - look.px(2)}, {max.x, middle + look.px(2)}, color); break;
    case Kind::synchronize: {
        const float x = std::round((min.x + max.x) / 2), half = std::max(0.5f, look.px(0.75f));
        list.AddRectFilled({x - half, min.y}, {x + half, max.y}, color);
        break;
    }
    case Kind::allocation: list.AddCircleFilled({(min.x + max.x) / 2, middle}, look.px(2.5f), color); break;
    case Kind::free:
        list.AddCircle({(min.x + max.x) / 2, middle}, look.px(2.5f), color, 0, std::max(1.0f, look.px(1)));
        break;
    }
    if (faulty) list.AddRectFilled({min.x, min.y - look.px(3)}, {max.x, min.y - look.px(1)}, look.colors->bar_diverged);
}

std::string operation_words(Kind kind) {
    switch (kind) {
    case Kind::launch: return tr_in("an operation", "launch");
    case Kind::copy: return tr_in("an operation", "copy");
    case Kind::fill: return tr_in("an operation", "set");
    case Kind::allocation: return tr_in("an operation", "allocate");
    case Kind::free: return tr_in("an operation", "free");
    case Kind::synchronize: return tr_in("an operation", "wait");
    }
    return {};
}

void draw_operation_legend(const Look& look, const ProgramRun& run, ImVec2 at, float right) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float mark = look.px(14), row = look.px(line_height);
    const TextStyle style{Face::text, size_small, look.colors->muted};
    const auto entry = [&](Kind kind, const std::string& words, bool faulty) {
        const float wide = mark + look.px(5) + look.measure(style.face, style.size, words).x;
        if (at.x + wide > right) return;
        Operation sample;
        sample.kind = kind;
        draw_mark(look, list, {at.x, at.y + look.px(4)}, {at.x + mark, at.y + row - look.px(4)}, sample, faulty);
        text_at(look, list, {at.x + mark + look.px(5), at.y + look.px(2)}, words, style);
        at.x += wide + look.px(14);
    };
    for (const Kind kind : {Kind::launch, Kind::copy, Kind::fill, Kind::synchronize, Kind::allocation, Kind::free})
        if (std::ranges::find(run.operations, kind, &Operation::kind) != run.operations.end())
            entry(kind, operation_words(kind), false);
    if (!run.faulty.empty()) entry(Kind::launch, tr("launch with findings"), true);
}

std::string words_of(const Operation& operation) {
    const std::string line = operation.where.line == 0 ? "" : tr_format("\nline {}", operation.where.line);
    switch (operation.kind) {
    case Kind::launch:
        return tr_format("launch {}: {}\n{}{}", operation.launch + 1, parts_of(operation.kernel).name,
                         launch_size(operation), line);
    case Kind::copy:
        return tr_format("copy {} → {}, {}{}", memory_words(operation.from), memory_words(operation.to),
                         bytes_text(operation.bytes), line);
    case Kind::fill: return tr_format("set {}, {}{}", memory_words(operation.to), bytes_text(operation.bytes), line);
    case Kind::allocation: return tr_format("allocate {}, {}{}", operation.to, bytes_text(operation.bytes), line);
    case Kind::free: return tr_format("free {}, {}{}", operation.from, bytes_text(operation.bytes), line);
    case Kind::synchronize: return tr_format("wait{}", line);
    }
    return {};
}

} // namespace

float program_strip_height(const Model& model) {
    return model.look.px(line_height * static_cast<float>(line_count(*model.program->run) + 1) + 10);
}

void program_strip(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    const ProgramRun& run = *program.run;
    if (run.operations.empty()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float label = look.px(92), width = ImGui::GetContentRegionAvail().x - label, row = look.px(line_height);
    for (size_t line = 0; line < line_count(run); ++line) {
        const bool none = line + 1 == line_count(run);
        const std::string words = none                     ? tr("host")
                                  : run.streams[line] == 0 ? tr("default stream")
                                                           : tr_format("stream {}", run.streams[line]);
        const float y = at.y + row * static_cast<float>(line);
        text_at(look, list, {at.x, y + look.px(2)}, words, {Face::text, size_small, look.colors->muted});
        list.AddLine({at.x + label, y + row / 2}, {at.x + label + width, y + row / 2}, look.colors->line);
    }
    draw_operation_legend(look, run, {at.x + label, at.y + row * static_cast<float>(line_count(run))},
                          at.x + label + width);
    const size_t count = run.operations.size();
    const float step = std::min(look.px(widest_mark), width / static_cast<float>(count));
    const float mark = std::max(1.0f, step - (step > look.px(6) ? look.px(2) : 0));
    const auto place = [&](size_t i) { return at.x + label + step * static_cast<float>(i); };
    const auto per_mark = static_cast<size_t>(std::max(1.0f, std::ceil(1 / step)));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    ImGui::InvisibleButton("##strip", {label + width, row * static_cast<float>(line_count(run))});
    const bool over = ImGui::IsItemHovered() && mouse.x >= at.x + label;
    for (size_t first = 0; first < count; first += per_mark)
        for (size_t line = 0; line < line_count(run); ++line) {
            const Operation* heaviest = nullptr;
            for (size_t i = first; i < std::min(count, first + per_mark); ++i)
                if (line_of(run, run.operations[i]) == line &&
                    (heaviest == nullptr || weight(run.operations[i], run) > weight(*heaviest, run)))
                    heaviest = &run.operations[i];
            if (heaviest == nullptr) continue;
            const float x = place(first), y = at.y + row * static_cast<float>(line);
            const ImVec2 min{x, y + look.px(4)}, max{x + mark, y + row - look.px(4)};
            const bool faulty = heaviest->kind == Kind::launch && run.faulty.contains(heaviest->launch);
            draw_mark(look, list, min, max, *heaviest, faulty);
            if (heaviest->kind == Kind::launch && program.launch == heaviest->launch)
                list.AddRect({min.x - look.px(1), min.y - look.px(1)}, {max.x + look.px(1), max.y + look.px(1)},
                             look.colors->text, look.px(2));
            if (heaviest->kind == Kind::launch && step > look.px(4))
                record_area(fmt::format("strip launch {}", heaviest->launch + 1), min, max);
        }
    if (!over) return;
    const auto pointed = static_cast<size_t>((mouse.x - at.x - label) / step);
    if (pointed >= count) return;
    const auto line = static_cast<size_t>((mouse.y - at.y) / row);
    const size_t first = pointed / per_mark * per_mark;
    const Operation* there = nullptr;
    for (size_t i = first; i < std::min(count, first + per_mark); ++i)
        if (line_of(run, run.operations[i]) == line &&
            (there == nullptr || weight(run.operations[i], run) > weight(*there, run)))
            there = &run.operations[i];
    if (there == nullptr) return;
    tooltip(look, words_of(*there) + (there->kind == Kind::launch ? tr("\nClick to open it") : ""));
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    if (there->kind == Kind::launch)
        commands.push_back(OpenLaunch{there->launch});
    else
        commands.push_back(GotoProgramLine{there->where.line});
}

} // namespace warpscope::ui
