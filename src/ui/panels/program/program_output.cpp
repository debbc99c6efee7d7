#include "insight/source_lines.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/program/program_panels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/code/listing.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void output_text(const Model& model) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    if (program.output->empty()) {
        text(look, program.busy() ? tr("No output yet.") : tr("The program wrote no output."),
             {Face::text, size_body, look.colors->muted});
        return;
    }
    ImGui::BeginChild("##program text", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
    const std::vector<std::string_view> lines = insight::split_lines(*program.output);
    const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - look.px(4);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines.size()), look.px(18));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            text(look, lines[static_cast<size_t>(i)], {Face::mono, size_code, 0});
            ImGui::SetCursorScreenPos({at.x, at.y + look.px(18)});
        }
    ImGui::Dummy({0, 0});
    ImGui::PopStyleVar();
    if (at_end && program.busy()) ImGui::SetScrollHereY(1);
    ImGui::EndChild();
}

std::string finding_words(const program::ProgramFinding& finding) {
    const std::string words =
        finding.launch ? tr_format("launch {}: {}", *finding.launch + 1, tr(finding.message)) : tr(finding.message);
    return finding.count < 2 ? words : tr_format("{} ({} times)", words, grouped(finding.count));
}

std::string finding_name(const program::ProgramFinding& finding) {
    const std::string name = tr(program::title_of_kind(finding.kind));
    return finding.is_error ? name : tr_format("note: {}", name);
}

float name_width(const Look& look, const ProgramRun& run) {
    float widest = look.px(116);
    for (const program::ProgramFinding& finding : run.findings)
        widest = std::max(widest, look.measure(Face::strong, size_body - 0.5f, finding_name(finding)).x);
    return std::min(widest, 0.4f * ImGui::GetContentRegionAvail().x);
}

void finding_row(const Model& model, size_t i, float names, Commands& commands) {
    const Look& look = model.look;
    const program::ProgramFinding& finding = model.program->run->findings[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImDrawListSplitter layers;
    layers.Split(&list, 2);
    layers.SetCurrentChannel(&list, 1);
    const TextStyle kind{Face::strong, size_body - 0.5f,
                         finding.is_error ? look.colors->error_text : look.colors->muted};
    text_at(look, list, {at.x + look.px(2), at.y + look.px(3)}, shortened(look, finding_name(finding), kind, names),
            kind);
    const float x = names + look.px(14);
    const std::string place = finding.where.line == 0 ? "" : tr_format("line {}", finding.where.line);
    text_at(look, list, {at.x + x, at.y + look.px(3)}, place, {Face::mono, size_code, look.colors->muted});
    ImGui::SetCursorScreenPos({at.x + x + look.px(72), at.y + look.px(1)});
    const ImVec2 words = ImGui::GetCursorScreenPos();
    paragraph(look, finding_words(finding), {Face::text, size_body - 0.5f, look.colors->text});
    record_area(fmt::format("finding {} words", i + 1), words, {at.x + width, ImGui::GetCursorScreenPos().y});
    const float height = std::max(look.px(23), ImGui::GetCursorScreenPos().y - at.y + look.px(3));
    ImGui::SetCursorScreenPos(at);
    const bool pressed = key_button(fmt::format("##finding {}", i + 1).c_str(), {width, height});
    layers.SetCurrentChannel(&list, 0);
    if (ImGui::IsItemHovered())
        list.AddRectFilled(at, {at.x + width, at.y + height}, look.colors->row_hovered, look.px(5));
    layers.Merge(&list);
    if (!pressed) return;
    if (finding.where.line != 0) commands.push_back(GotoProgramLine{finding.where.line});
    if (finding.launch && finding.is_error) commands.push_back(OpenLaunch{*finding.launch, true});
}

void findings(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramRun& run = *model.program->run;
    if (run.findings.empty()) {
        paragraph(look,
                  run.checked ? tr("Nothing found.")
                              : tr("Nothing found. Races and uninitialized reads were not checked in this run."),
                  {Face::text, size_body, look.colors->muted});
        return;
    }
    ImGui::BeginChild("##program findings");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const float names = name_width(look, run);
    for (size_t i = 0; i < run.findings.size(); ++i) finding_row(model, i, names, commands);
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

} // namespace

void program_output(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ProgramView& program = *model.program;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    list.AddRectFilled(at, {at.x + size.x, at.y + std::max(1.0f, look.px(1))}, look.colors->line);
    ImGui::SetCursorScreenPos({at.x + look.px(4), at.y + look.px(1)});
    if (tab(look, tr_label("Output", "##program"), program.tab == ProgramTab::output))
        commands.push_back(SetProgramTab{ProgramTab::output});
    ImGui::SameLine(0, 0);
    const uint64_t count = program.run ? program.run->error_count : 0;
    const uint64_t notes = program.run ? program.run->findings.size() - count : 0;
    const auto title = [&] {
        const std::string words = count == 0 ? std::string(tr("Findings")) : tr_format("Findings {}", count);
        return notes == 0 ? words : words + " · " + tr_count(notes, "{} note", "{} notes", notes);
    };
    const Label label = tr_label_of(title, "##program");
    if (tab(look, label, program.tab == ProgramTab::findings)) commands.push_back(SetProgramTab{ProgramTab::findings});
    ImGui::SetCursorScreenPos({at.x + look.px(12), at.y + look.px(38)});
    ImGui::BeginChild("##below the tabs", {size.x - look.px(16), size.y - look.px(48)});
    if (program.tab != ProgramTab::findings)
        output_text(model);
    else if (program.run)
        findings(model, commands);
    else
        text(look, tr("Findings appear here when the program has ended."), {Face::text, size_body, look.colors->muted});
    ImGui::EndChild();
}

} // namespace warpscope::ui
