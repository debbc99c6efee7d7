#include "base/text.hpp"
#include "insight/source_lines.hpp"
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "insight/line_diff.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/style/named_group.hpp"
#include "ui/code/listing.hpp"
#include "ui/panels/source_diff.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/wording/untold_line.hpp"

namespace warpscope::ui {

namespace {

using analysis::Comparison;
using analysis::MetricRow;
using analysis::Side;

void better_mark(const Look& look, ImVec2 at) {
    const float s = look.px(4);
    ImGui::GetWindowDrawList()->AddTriangleFilled({at.x - s, at.y + s}, {at.x + s, at.y + s}, {at.x, at.y - s},
                                                  look.colors->good_text);
}

void number_cell(const Look& look, const std::string& words, bool better) {
    const ImVec2 size = look.measure(better ? Face::mono_strong : Face::mono, size_code, words);
    const float room = ImGui::GetContentRegionAvail().x, left = std::max(0.0f, room - size.x - look.px(8));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (better) {
        ImGui::GetWindowDrawList()->AddRectFilled({at.x + left - look.px(18), at.y - look.px(1)},
                                                  {at.x + room, at.y + look.px(16)}, look.colors->good, look.px(4));
        better_mark(look, {at.x + left - look.px(9), at.y + look.px(7.5f)});
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + left);
    text(look, words, {better ? Face::mono_strong : Face::mono, size_code, better ? look.colors->good_text : 0});
}

void proportion(const Look& look, double share, bool worse) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float full = std::max(0.0f, ImGui::GetContentRegionAvail().x - look.px(96));
    const float y = at.y + look.px(3.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, y}, {at.x + full, y + look.px(8)}, look.colors->track, look.px(2));
    list.AddRectFilled({at.x, y}, {at.x + full * static_cast<float>(std::clamp(share, 0.0, 1.0)), y + look.px(8)},
                       worse ? look.colors->bar_diverged : look.colors->bar_full, look.px(2));
}

std::string group_name(const MetricRow& row, std::string_view column) {
    std::string name = "compare";
    for (const char c : fmt::format(" {} {} {}", row.title(), row.unit, column)) {
        const auto sign = static_cast<unsigned char>(c);
        if (std::isalnum(sign) != 0)
            name += static_cast<char>(std::tolower(sign));
        else if (name.back() != '-')
            name += '-';
    }
    return name;
}

void metric_table(const Model& model, const Comparison& c, const std::vector<const MetricRow*>& rows, const char* id) {
    const Look& look = model.look;
    if (rows.empty() || !ImGui::BeginTable(id, 5, ImGuiTableFlags_BordersInnerH,
                                           {std::min(look.px(820), ImGui::GetContentRegionAvail().x), 0}))
        return;
    ImGui::TableSetupColumn("measured", ImGuiTableColumnFlags_WidthStretch, 1.3f);
    ImGui::TableSetupColumn("unit", ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableSetupColumn("first", ImGuiTableColumnFlags_WidthStretch, 1.3f);
    ImGui::TableSetupColumn("second", ImGuiTableColumnFlags_WidthStretch, 1.3f);
    ImGui::TableSetupColumn("change", ImGuiTableColumnFlags_WidthStretch, 0.8f);
    const TextStyle head{Face::strong, size_small, look.colors->muted};
    auto heading = [&](const std::string& words, bool right) {
        ImGui::TableNextColumn();
        const float room = ImGui::GetContentRegionAvail().x;
        const float width = look.measure(Face::strong, size_small, words).x + look.px(8);
        if (right && width < room) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
        text(look, words, head, room);
    };
    ImGui::TableNextRow();
    heading(tr("measured"), false);
    heading(tr("unit"), false);
    const auto [pinned, present] =
        model.still ? std::pair{tr("left"), tr("right")} : std::pair{tr("baseline"), tr("current")};
    const auto named = [&](const char* which, const std::string& name, const session::RunResult& run) {
        const std::string shown = name == run.variant().name ? run_name(model, run) : name;
        return name == "baseline" || name == "current" ? std::string(which) : fmt::format("{} {}", which, shown);
    };
    heading(named(pinned, c.first_name, *model.baseline.result), true);
    heading(named(present, c.second_name, *model.result), true);
    heading(tr("change"), true);
    for (const MetricRow* row : rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        text(look, tr(row->title()), {Face::text, size_body, 0}, ImGui::GetContentRegionAvail().x);
        if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, tr(row->tip));
        ImGui::TableNextColumn();
        text(look, tr(row->unit), {Face::text, size_body - 0.5f, look.colors->muted}, ImGui::GetContentRegionAvail().x);
        const auto cell = [&](std::string_view column, double value, Side side) {
            ImGui::TableNextColumn();
            const render::NamedGroup group(*ImGui::GetWindowDrawList(), group_name(*row, column));
            const bool worse = row->better != side && row->better != Side::neither;
            proportion(look, value / std::max(row->first, row->second), worse);
            number_cell(look, row->text(value), row->better == side);
        };
        cell("left", row->first, Side::first);
        cell("right", row->second, Side::second);
        ImGui::TableNextColumn();
        const render::NamedGroup group(*ImGui::GetWindowDrawList(), group_name(*row, "change"));
        number_cell(look, row->change(), false);
    }
    ImGui::EndTable();
}

uint32_t changed_lines(const std::vector<insight::DiffLine>& diff) {
    uint32_t count = 0, removed = 0, added = 0;
    for (const insight::DiffLine& line : diff) {
        if (line.change == insight::LineChange::same) {
            count += std::max(removed, added);
            removed = added = 0;
        } else {
            ++(line.change == insight::LineChange::removed ? removed : added);
        }
    }
    return count + std::max(removed, added);
}

std::string text_difference(const Model& model) {
    const session::RunResult &first = *model.baseline.result, &second = *model.result;
    const auto name = [](const session::RunResult& run) {
        return std::pair(std::string_view(run.request.experiment->name), std::string_view(run.variant().name));
    };
    if (name(first) != name(second) || first.source == second.source) return "";
    struct ChangedLines {
        uint32_t count = 0;
    };
    const auto count = [&] {
        return ChangedLines{changed_lines(
            insight::diff_lines(insight::split_lines(first.source), insight::split_lines(second.source)))};
    };
    const uint32_t lines =
        second.derived.newest<ChangedLines>({std::hash<std::string_view>()(first.source)}, count)->count;
    if (lines == 0) return tr("The kernel sources differ only in line endings.");
    return tr_count(lines, "The kernel sources differ in {} line.", "The kernel sources differ in {} lines.", lines);
}

void settings(const Model& model, const Comparison& c) {
    const Look& look = model.look;
    const std::string text_differs = text_difference(model);
    if (!text_differs.empty()) paragraph(look, text_differs);
    if (c.settings.empty()) {
        if (!text_differs.empty()) return;
        paragraph(look, tr("All settings are equal."), {Face::text, size_body, look.colors->muted});
        return;
    }
    // "none" marks a parameter that only one run has.
    const auto value = [](const std::string& text) { return text == "none" ? std::string(tr("none")) : text; };
    std::vector<std::string> parts;
    for (const analysis::SettingRow& row : c.settings)
        parts.push_back(fmt::format("{} **{}** → **{}**", tr(row.name), value(row.first), value(row.second)));
    paragraph(look, tr_format("Different settings, {}: {}", model.still ? tr("left → right") : tr("baseline → current"),
                              fmt::join(parts, "  ·  ")));
}

void cell_line(const Model& model) {
    if (!model.selection.cell || !model.baseline.selection.cell) return;
    auto words = [](const session::RunResult& run, const render::Selection& selection) {
        const auto index = render::plane_of(run, render::Space::output).index_at(*selection.cell);
        std::string all =
            index && run.output.bytes ? insight::cell_text(run.output, *index) : std::string(tr("no value"));
        if (run.prepared.adds_up) return all;
        if (selection.thread == 0) return all + tr(", owned by no thread");
        const LaunchConfig& config = run.shown().config;
        return all + tr_format(", by thread {} of block {}",
                               index_text(index_of(render::thread_in_block(config, selection.thread), config.block)),
                               index_text(index_of(render::block_of(config, selection.thread), config.grid)));
    };
    const auto index = render::plane_of(*model.result, render::Space::output).index_at(*model.selection.cell);
    if (!index) return;
    const Shape& shape = model.result->output.layout.shape;
    paragraph(model.look, tr_format("At {}: {} **{}**; {} **{}**.",
                                    cell_title(shape, index_of(*index, {shape.width, shape.height, shape.depth})),
                                    model.still ? tr("left") : tr("baseline"),
                                    words(*model.baseline.result, model.baseline.selection),
                                    model.still ? tr("right") : tr("current"), words(*model.result, model.selection)));
}

void nothing_pinned(const Model& model, Commands& commands) {
    const Look& look = model.look;
    paragraph(look, tr("**Compare two runs**: metrics, settings and outputs side by side."),
              {Face::text, size_body, 0});
    const catalog::Experiment* const experiment = model.experiment;
    if (experiment != nullptr && model.variant != nullptr && experiment->variants.size() > 1) {
        ImGui::Dummy({0, look.px(4)});
        const auto title = [&](const catalog::Variant& v) -> std::string {
            const std::string untold = untold_bug(model, *experiment, v);
            return !untold.empty() ? untold : v.title.empty() ? v.name : std::string(tr_course(v.title));
        };
        text(look, tr_format("{}, compared with", title(*model.variant)), {Face::strong, size_body, 0});
        const float gap = look.px(6), right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
        bool first = true;
        for (const catalog::Variant& other : experiment->variants) {
            if (other.name == model.variant->name) continue;
            const Label label = Label::owning(title(other), fmt::format("{}##compared", other.name));
            if (!first && ImGui::GetItemRectMax().x + gap + pill_size(look, label).x <= right) ImGui::SameLine(0, gap);
            first = false;
            if (pill(look, label, false, tr("Pins this launch and runs that variant with the same settings")))
                commands.push_back(CompareWith{other.name});
        }
    }
    ImGui::Dummy({0, look.px(6)});
    if (main_button(look, tr_label("Pin this launch", "##compare"))) commands.push_back(SetBaseline{true});
    ImGui::SameLine(0, look.px(12));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(6));
    text(look,
         tr_format("or {}: later changes to settings, input or source are then compared with it",
                   key_text(Action::compare)),
         {Face::text, size_body - 0.5f, look.colors->muted}, ImGui::GetContentRegionAvail().x);
}

} // namespace

void compare_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const TextStyle muted{Face::text, size_body, look.colors->muted};
    if (!model.result) {
        text(look, tr("There is no run to compare yet."), muted);
        return;
    }
    if (!model.baseline.result) {
        nothing_pinned(model, commands);
        return;
    }
    if (!model.baseline.comparison) {
        const bool measured =
            model.baseline.result->not_emulated.empty() && (!model.result || model.result->not_emulated.empty());
        text(look, measured ? tr("Comparing…") : tr("Nothing to compare: the emulator cannot run one of the two."),
             muted);
        return;
    }
    const Comparison& c = *model.baseline.comparison;
    settings(model, c);
    cell_line(model);
    const std::vector<const MetricRow*> rows = c.ranked();
    if (const std::string verdict = c.verdict(); !verdict.empty()) {
        begin_box(look, "verdict", BoxKind::plain);
        paragraph(look, verdict, {Face::strong, size_title, 0});
        end_box();
    }
    if (rows.empty()) {
        paragraph(look, tr("No measured number differs."), muted);
    } else {
        ImGui::Dummy({0, look.px(2)});
        const float room = ImGui::GetContentRegionAvail().x, gap = look.px(28);
        if (room > look.px(1050) && rows.size() > 4) {
            const auto half = rows.begin() + static_cast<ptrdiff_t>((rows.size() + 1) / 2);
            const ImVec2 size{(room - gap) / 2, 0};
            ImGui::BeginChild("left half", size, ImGuiChildFlags_AutoResizeY);
            metric_table(model, c, {rows.begin(), half}, "left table");
            ImGui::EndChild();
            ImGui::SameLine(0, gap);
            ImGui::BeginChild("right half", size, ImGuiChildFlags_AutoResizeY);
            metric_table(model, c, {half, rows.end()}, "right table");
            ImGui::EndChild();
        } else {
            metric_table(model, c, rows, "table");
        }
        const ImVec2 at = ImGui::GetCursorScreenPos();
        better_mark(look, {at.x + look.px(8), at.y + look.px(10)});
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(20));
        text(look, tr("marks the better value; unmarked rows have no better side"),
             {Face::text, size_small, look.colors->muted});
    }
    std::vector<std::string> same = c.equal();
    std::string_view without_cell = N_("idle threads");
    for (const MetricRow& row : c.metrics)
        if (row.name == "surplus") without_cell = row.title();
    for (std::string& name : same) name = std::string(tr(name == "surplus" ? without_cell : name));
    std::string last =
        same.empty() ? "" : tr_format("Equal: {}. ", fmt::join(same, tr_in("between the parts of a list", ", ")));
    last += c.output.sentence();
    if (c.several_launches)
        last += tr(" Counts are summed over all launches; owners and threads without a cell are from the last one.");
    paragraph(look, last, {Face::text, size_body - 0.5f, look.colors->muted});
    if (!model.still && model.baseline.result != model.result &&
        pill(look, tr_label("both data-flow diagrams", "##compare"), false,
             tr("Show step by step what each run's block writes: baseline left, current run right"))) {
        commands.push_back(SetSideBySide{true});
        commands.push_back(SelectTab{Tab::epochs});
    }
    if (!model.still) source_diff(model);
}

} // namespace warpscope::ui
