#include "ui/panels/code/code_panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void paint_strip(const Model& model, ImVec2 at, Commands& commands) {
    const Look& look = model.look;
    const insight::CodeMap& map = insight::code_map_of(*model.result);
    const metrics::InstructionCost* cost = map.cost_of(model.painted->place.line, model.painted->place.ptx_line);
    ImGui::SetCursorScreenPos({at.x, at.y + look.px(3)});
    text(look, model.paint->title, {Face::strong, size_small, 0});
    ImGui::SameLine(0, look.px(10));
    if (cost != nullptr)
        for (const metrics::Measure measure : insight::measures_of(*cost)) {
            ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, at.y});
            const Label label(tr(name_of(measure)), fmt::format("{}##paint", name_of(measure)));
            if (pill(look, label, model.painted->measure == measure, tr("Quantity to paint on the data")))
                commands.push_back(PaintCode{PaintedCode{model.painted->place, measure}});
            ImGui::SameLine(0, look.px(6));
        }
    ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, at.y - look.px(3)});
    if (quiet_button(look, "##stop painting", Icon::close, tr("Stop painting (Esc)")))
        commands.push_back(PaintCode{std::nullopt});
}

} // namespace

void code_heading(const Model& model, const std::string& title, const std::vector<CostColumn>& columns, float left,
                  bool with_paint, Commands& commands) {
    const Look& look = model.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float end = columns.empty() ? ImGui::GetContentRegionAvail().x : columns.front().left;
    // Overlays the heading instead of adding a row: a double click must hit the same line.
    if (with_paint && model.painted && model.paint) {
        ImGui::PushClipRect(at, {at.x + end, at.y + look.px(30)}, true);
        paint_strip(model, {at.x + look.px(8), at.y}, commands);
        ImGui::PopClipRect();
    } else {
        ImGui::SetCursorScreenPos({at.x + left, at.y + look.px(5)});
        text(look, title, {Face::strong, size_small - 0.5f, look.colours->muted}, std::max(1.0f, end - left));
    }
    draw_cost_headings(look, list, columns, {at.x, at.y + look.px(5)});
    ImGui::SetCursorScreenPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({0, look.px(26)});
    ImGui::PopStyleVar();
}

insight::CodeCost sum_of(const insight::CodeMap& map) {
    insight::CodeCost all = map.elsewhere;
    for (const auto& [line, cost] : map.source) all += cost;
    return all;
}

bool is_painted(const Model& model, CodePlace place) { return model.painted && model.painted->place == place; }

void paint_on_click(const Model& model, const insight::CodeMap& map, CodePlace place, std::optional<CostKind> column,
                    Commands& commands) {
    const metrics::InstructionCost* cost = map.cost_of(place.line, place.ptx_line);
    if (cost == nullptr) return;
    PaintedCode wish{place, insight::first_measure(*cost)};
    if (column) {
        const std::vector<metrics::Measure> possible = insight::measures_of(*cost);
        const metrics::Measure measure = *measure_of(*column);
        if (std::find(possible.begin(), possible.end(), measure) != possible.end()) wish.measure = measure;
    }
    // A second click stops painting; a click on another column switches to it.
    const bool again = is_painted(model, place) && (!column || model.painted->measure == wish.measure);
    commands.push_back(PaintCode{again ? std::nullopt : std::optional(wish)});
}

void code_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const float width = ImGui::GetContentRegionAvail().x;
    const bool failed = !model.failed_source.empty() && model.failure;
    const bool in_time = !failed && shows_moment(model) && width > look.px(640);
    const CodeBeside beside = model.preferences->beside;
    const bool ptx = beside == CodeBeside::ptx && model.result && !failed;
    const bool changes = beside == CodeBeside::changes && model.edited != nullptr && model.edited->changed();
    if (!in_time && ((!ptx && !changes) || width < look.px(640) || model.still)) {
        source_panel(model, commands);
        return;
    }
    const float gap = look.px(16), left = std::round((width - gap) * (in_time ? 0.38f : 0.55f));
    ImGui::BeginChild("source side", {left, 0});
    source_panel(model, commands);
    ImGui::EndChild();
    ImGui::SameLine(0, gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = at.x - gap / 2;
    ImGui::GetWindowDrawList()->AddLine({x, at.y}, {x, at.y + ImGui::GetContentRegionAvail().y}, look.colours->line,
                                        std::max(1.0f, look.px(1)));
    ImGui::BeginChild("PTX side", {0, 0});
    if (in_time)
        moment_panel(model, commands);
    else if (changes)
        changes_panel(model, commands);
    else
        ptx_panel(model, commands);
    ImGui::EndChild();
}

} // namespace warpscope::ui
