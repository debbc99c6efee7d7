#include "ui/panels/code/code_panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float letter_width = 0.6f; // mono face, in letter heights
constexpr float number_columns = 3.7f;
constexpr float heading_height = 26;

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

bool shows_values_below_code(const Model& model) {
    const bool failed = !model.failed_source.empty() && model.failure;
    return model.presentation && !model.still && model.lesson == nullptr && !failed && shows_moment(model) &&
           model.preferences->tab == Tab::source;
}

void next_column(const Look& look, float gap) {
    ImGui::SameLine(0, gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = at.x - gap / 2;
    ImGui::GetWindowDrawList()->AddLine({x, at.y}, {x, at.y + ImGui::GetContentRegionAvail().y}, look.colors->line,
                                        std::max(1.0f, look.px(1)));
}

void code_and_values(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const PresentedCode& layout = model.presented_code;
    const float pad = look.px(10);
    if (layout.values_in_tab) {
        KeptValue<bool> values("values are shown");
        ImGui::SetCursorPos({pad, look.px(4)});
        if (pill(look, tr_label("Source", "##presented part"), !values, {})) values = false;
        ImGui::SameLine(0, look.px(6));
        if (pill(look, tr_label("Values", "##presented part"), values, {})) values = true;
        if (!values) {
            source_panel(model, commands);
            return;
        }
        ImGui::SetCursorPosX(pad);
        ImGui::BeginChild("presented values", {0, 0});
        moment_panel(with_presented_type(model), commands);
        ImGui::EndChild();
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("presented source", {0, ImGui::GetContentRegionAvail().y - layout.values});
    ImGui::PopStyleVar();
    source_panel(model, commands);
    ImGui::EndChild();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y}, look.colors->line,
                                        std::max(1.0f, look.px(1)));
    ImGui::SetCursorScreenPos({at.x + pad, at.y + look.px(6)});
    ImGui::BeginChild("presented values", {0, 0});
    moment_panel(with_presented_type(model), commands);
    ImGui::EndChild();
}

} // namespace

void code_heading(const Model& model, const std::string& title, const std::vector<CostColumn>& columns, float left,
                  bool with_paint, Commands& commands) {
    const Look& look = model.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float end = columns.empty() ? ImGui::GetContentRegionAvail().x : columns.front().left;
    // Draws over the heading, because a new row would move the lines during a double click.
    if (with_paint && model.painted && model.paint) {
        ImGui::PushClipRect(at, {at.x + end, at.y + look.px(30)}, true);
        paint_strip(model, {at.x + look.px(8), at.y}, commands);
        ImGui::PopClipRect();
    } else {
        ImGui::SetCursorScreenPos({at.x + left, at.y + look.px(5)});
        text(look, title, {Face::strong, size_small - 0.5f, look.colors->muted}, std::max(1.0f, end - left));
    }
    draw_cost_headings(look, list, columns, {at.x, at.y + look.px(5)});
    ImGui::SetCursorScreenPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({0, look.px(heading_height)});
    ImGui::PopStyleVar();
}

insight::CodeCost sum_of(const insight::CodeMap& map) {
    insight::CodeCost all = map.elsewhere;
    for (const auto& [line, cost] : map.source) all += cost;
    return all;
}

std::shared_ptr<const insight::SurvivingCosts> surviving_costs(const Model& model) {
    if (!model.preferences->only_surviving_branches || !model.result || !model.machine) return nullptr;
    return insight::surviving_costs_of(*model.result, *model.machine);
}

bool is_painted(const Model& model, CodePlace place) { return model.painted && model.painted->place == place; }

void paint_on_click(const Model& model, const insight::CodeMap& map, CodePlace place, std::optional<CostKind> column,
                    Commands& commands) {
    const metrics::InstructionCost* cost = map.cost_of(place.line, place.ptx_line);
    if (cost == nullptr) return;
    PaintedCode painted{place, insight::first_measure(*cost)};
    if (column) {
        const std::vector<metrics::Measure> possible = insight::measures_of(*cost);
        const auto measure = measure_of(*column);
        if (measure && std::ranges::find(possible, *measure) != possible.end()) painted.measure = *measure;
    }
    const bool again = is_painted(model, place) && (!column || model.painted->measure == painted.measure);
    commands.push_back(PaintCode{again ? std::nullopt : std::optional(painted)});
}

PresentedCode layout_of_code(const Model& model, float width, float height) {
    const Look& look = model.look;
    constexpr float gaps = 34, min_values = 150;
    const bool with_flags = model.moment && shows_moment(model);
    return presented_code(
        {.width = width,
         .height = height,
         .type = look.px(model.reading),
         .letter = letter_width,
         .margin_columns = number_columns + (with_flags ? presented_flags_width(model) / letter_width : 0),
         .margin = look.px(gaps) + ImGui::GetStyle().ScrollbarSize,
         .has_values = shows_values_below_code(model),
         .min_values = look.px(min_values),
         .heading = with_presented_type(model, share_of_controls).look.px(heading_height)});
}

float margin_width(const Model& model, float type, bool with_flags) {
    constexpr float min_numbers = 34;
    return std::max(min_numbers, number_columns * letter_width * type) + (with_flags ? flags_width(model) : 0);
}

void code_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const float width = ImGui::GetContentRegionAvail().x;
    const bool failed = !model.failed_source.empty() && model.failure;
    const bool in_time = !failed && shows_moment(model) && width > look.px(640);
    const CodeBeside beside = model.preferences->beside;
    if (shows_values_below_code(model)) {
        code_and_values(model, commands);
        return;
    }
    const bool ptx = shows_ptx(beside) && model.result && !failed;
    const bool machine_code = shows_machine_code(beside) && model.result && !failed;
    const bool changes = beside == CodeBeside::changes && model.edited != nullptr && model.edited->changed();
    const bool alone = !in_time && ((!ptx && !machine_code && !changes) || width < look.px(640) || model.still);
    const bool three = !in_time && ptx && machine_code;
    const float in_time_share = width < look.px(1000) ? 0.5f : 0.38f;
    const float gap = look.px(16), left = std::round((width - gap) * (in_time ? in_time_share : three ? 0.4f : 0.55f));
    // Keeps the editor's ID, and so its caret, in every layout.
    ImGui::BeginChild("source side", {alone ? 0 : left, 0});
    source_panel(model, commands);
    ImGui::EndChild();
    if (alone) return;
    next_column(look, gap);
    ImGui::BeginChild("PTX side", {three ? std::round((width - left - 2 * gap) / 2) : 0, 0});
    if (in_time)
        moment_panel(model, commands);
    else if (changes)
        changes_panel(model, commands);
    else if (ptx)
        ptx_panel(model, commands);
    else
        machine_code_panel(model, commands);
    ImGui::EndChild();
    if (!three) return;
    next_column(look, gap);
    ImGui::BeginChild("SASS side", {0, 0});
    machine_code_panel(model, commands);
    ImGui::EndChild();
}

} // namespace warpscope::ui
