#include "ui/imgui/key_focus.hpp"
#include "ui/panels/program/program_panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using program::Operation;
using Kind = Operation::Kind;

constexpr float operation_row_height = 25;

std::string what(const Operation& operation) {
    switch (operation.kind) {
    case Kind::launch: return std::string(parts_of(operation.kernel).name);
    case Kind::copy: return tr_format("copy {} → {}", memory_words(operation.from), memory_words(operation.to));
    case Kind::fill: return tr_format("set {}", memory_words(operation.to));
    case Kind::allocation:
        return operation.is_guessed_name ? tr_format("allocate {} (name guessed)", operation.to)
                                         : tr_format("allocate {}", operation.to);
    case Kind::free: return tr_format("free {}", operation.from);
    case Kind::synchronize: return operation.stream ? tr("wait for the stream") : tr("wait");
    }
    return {};
}

std::string details(const Operation& operation) {
    if (operation.kind == Kind::launch) return launch_size(operation);
    return operation.bytes != 0 ? bytes_text(operation.bytes) : std::string();
}

struct Columns {
    float number = 0, what = 0, details = 0, line = 0, time = 0, end = 0;
};

Columns columns_of(const Look& look, float width) {
    Columns c;
    c.number = look.px(8);
    c.what = look.px(54);
    c.end = width - look.px(8);
    c.time = c.end - look.px(78);
    c.line = c.time - look.px(74);
    c.details = c.what + (c.line - c.what) * 0.44f;
    return c;
}

void headings(const Look& look, ImVec2 at, const Columns& c) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const TextStyle style{Face::text, size_small, look.colors->muted};
    for (const auto& [x, words] : {std::pair{c.what, tr("operation")}, {c.details, tr("size")}, {c.line, tr("line")}})
        text_at(look, list, {at.x + x, at.y}, words, style);
    const char* const time = tr("emulated in");
    text_at(look, list, {at.x + c.end - look.measure(Face::text, size_small, time).x, at.y}, time, style);
}

void row(const Model& model, size_t index, Commands& commands) {
    const Look& look = model.look;
    const ProgramRun& run = *model.program->run;
    const Operation& operation = run.operations[index];
    const bool launch = operation.kind == Kind::launch, faulty = launch && run.faulty.contains(operation.launch);
    const std::string label =
        launch ? fmt::format("##launch {}", operation.launch + 1) : fmt::format("##operation {}", index + 1);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize,
                height = look.px(operation_row_height);
    const bool pressed = key_button(label.c_str(), {width, height});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + width, at.y + height};
    const bool shown = launch && model.program->launch == operation.launch;
    if (shown)
        list.AddRectFilled(at, end, look.colors->row_marked, look.px(5));
    else if (hovered)
        list.AddRectFilled(at, end, look.colors->row_hovered, look.px(5));
    const Columns c = columns_of(look, width);
    const float y = std::round(at.y + (height - look.px(size_body + 3)) / 2);
    const auto put = [&](float from, float to, const std::string& words, Face face, ImU32 color) {
        const TextStyle style{face, size_body - 0.5f, color};
        text_at(look, list, {at.x + from, y}, shortened(look, words, style, to - from - look.px(6)), style);
    };
    const ImU32 strong = look.colors->text, muted = look.colors->muted;
    if (launch) put(c.number, c.what, fmt::format("{}", operation.launch + 1), Face::mono, muted);
    std::string name = what(operation);
    if (operation.stream && *operation.stream != 0) name += tr_format("  (stream {})", *operation.stream);
    put(c.what, c.details, name, launch ? Face::strong : Face::text, launch ? look.colors->accent : muted);
    const std::string findings =
        faulty ? tr_count(run.faulty.at(operation.launch), "{} finding", "{} findings", run.faulty.at(operation.launch))
               : "";
    const float findings_wide = findings.empty() ? 0 : look.measure(Face::strong, size_body - 0.5f, findings).x;
    put(c.details, c.line - findings_wide - (faulty ? look.px(10) : 0), details(operation), Face::text,
        launch ? strong : muted);
    if (faulty)
        text_at(look, list, {at.x + c.line - look.px(12) - findings_wide, y}, findings,
                {Face::strong, size_body - 0.5f, look.colors->error_text});
    if (operation.where.line != 0) put(c.line, c.time, fmt::format("{}", operation.where.line), Face::mono, muted);
    if (launch) {
        const std::string time = duration(operation.execute_ms);
        const float wide = look.measure(Face::text, size_body - 0.5f, time).x;
        text_at(look, list, {at.x + c.end - wide, y}, time, {Face::text, size_body - 0.5f, muted});
    }
    if (hovered && launch) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
            tooltip(look,
                    fmt::format("{}\n{}", operation.kernel,
                                operation.kept
                                    ? tr("Opens the launch in the microscope, with its buffers as they were before it")
                                    : tr("Its memory was not kept: the program is rerun up to this launch, which then "
                                         "opens in the microscope")));
    }
    if (!pressed) return;
    if (operation.where.line != 0) commands.push_back(GotoProgramLine{operation.where.line});
    if (launch) commands.push_back(OpenLaunch{operation.launch});
}

bool is_listed(const ProgramRun& run, size_t i, ProgramRows rows) {
    const Operation& operation = run.operations[i];
    if (rows == ProgramRows::all) return true;
    if (operation.kind != Kind::launch) return false;
    return rows == ProgramRows::launches || run.faulty.contains(operation.launch);
}

bool reads_input(const ProgramView& program) {
    return program.source && std::ranges::any_of(std::array{"cin", "scanf", "stdin", "getchar"}, [&](const char* word) {
               return program.source->find(word) != std::string::npos;
           });
}

} // namespace

void program_rows(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    const ProgramRun& run = *program.run;
    const auto label_of = [&](ProgramRows rows) -> std::string {
        switch (rows) {
        case ProgramRows::all: return tr("everything");
        case ProgramRows::launches:
            return tr_count(run.launches.size(), "{} launch", "{} launches", grouped(run.launches.size()));
        case ProgramRows::findings: break;
        }
        return tr_count(run.faulty.size(), "{} with findings", "{} with findings", grouped(run.faulty.size()));
    };
    std::vector<ProgramRows> choices{ProgramRows::all, ProgramRows::launches};
    if (!run.faulty.empty()) choices.push_back(ProgramRows::findings);
    for (const ProgramRows choice : choices) {
        if (pill(look, tr_label_of([&] { return label_of(choice); }, "##rows"), program.rows == choice, ""))
            commands.push_back(SetProgramRows{choice});
        ImGui::SameLine(0, look.px(6));
    }
    const ImVec2 beside = ImGui::GetCursorScreenPos();
    const std::string hint =
        run.launch_count > run.launches.size()
            ? tr_format("of {}; the others are not listed", grouped(run.launch_count))
            : std::string(run.launches.empty() ? "" : tr("Click a launch to open it in the microscope."));
    ImGui::SetCursorScreenPos({beside.x + look.px(4), beside.y + look.px(4)});
    text(look, hint, {Face::text, size_small, look.colors->muted}, ImGui::GetContentRegionAvail().x);
    ImGui::SetCursorScreenPos({ImGui::GetWindowPos().x + ImGui::GetStyle().WindowPadding.x, beside.y + look.px(31)});
    if (run.operations.empty()) {
        text(look, tr("The program did not use the device."), {Face::text, size_body, look.colors->muted});
        if (reads_input(program))
            paragraph(look,
                      tr("It reads its standard input, which is empty here. In a terminal: warpscope run FILE < INPUT"),
                      {Face::text, size_body, look.colors->muted});
        return;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    headings(look, at, columns_of(look, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize));
    ImGui::Dummy({0, look.px(15)});
    ImGui::BeginChild("##rows of the program");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    // Filtering every frame is fast enough for at most 100,000 operations.
    const std::vector<size_t>* shown = &run.launches;
    std::vector<size_t> some;
    if (program.rows != ProgramRows::launches) {
        some.reserve(run.operations.size());
        for (size_t i = 0; i < run.operations.size(); ++i)
            if (is_listed(run, i, program.rows)) some.push_back(i);
        shown = &some;
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown->size()), look.px(operation_row_height));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            row(model, (*shown)[static_cast<size_t>(i)], commands);
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

} // namespace warpscope::ui
