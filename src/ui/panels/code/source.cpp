#include "insight/source_lines.hpp"
#include "ui/panels/panels.hpp"

#include <set>
#include <vector>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/code/find_text.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/panels/code/code_panels.hpp"
#include "ui/panels/code/line_notes.hpp"
#include "ui/panels/code/source_bar.hpp"
#include "ui/panels/code/source_field.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/machine_text.hpp"
#include "ui/wording/untold_line.hpp"

namespace warpscope::ui {

namespace {

void failure_box(const Look& look, const Diagnostic& failure) {
    begin_box(look, "compile failure", BoxKind::error);
    const std::string words = tr(failure);
    paragraph(look, words, {Face::mono, size_code, look.colors->error_text});
    end_box();
}

std::string file_heading(const Model& model, const std::filesystem::path& path) {
    const std::string folder = path.parent_path().filename().string(), file = path.filename().string();
    const bool of_course = !folder.empty() && folder == model.scene->source.experiment;
    return of_course ? folder + "/" + file : file;
}

std::set<uint32_t> lines_with_findings(const session::RunResult& result) {
    std::set<uint32_t> lines;
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& finding : launch.findings) {
            if (finding.source.line > 0) lines.insert(finding.source.line);
            if (finding.has_other && finding.other_source.line > 0) lines.insert(finding.other_source.line);
        }
    return lines;
}

void line_menu(const Model& model, const insight::CodeMap& map, uint32_t clicked,
               const std::vector<std::string_view>& lines, const LineNotes& notes, Commands& commands) {
    const Look& look = model.look;
    KeptValue<int> line("line of the menu");
    if (clicked != 0) {
        line = static_cast<int>(clicked);
        ImGui::OpenPopup("line menu");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("line menu")) {
        update_menu();
        const auto number = static_cast<uint32_t>(line);
        text(look, tr_format("line {}", number), {Face::strong, size_body, 0});
        if (const metrics::InstructionCost* cost = map.cost_of(number, 0))
            for (const metrics::Measure measure : insight::measures_of(*cost)) {
                const PaintedCode painted{{number, 0}, measure};
                const bool on = model.painted == painted;
                if (menu_item(look,
                              tr_label_of([&] { return tr_format("Paint its {} on the data", tr(name_of(measure))); },
                                          "##line menu"),
                              "", on))
                    commands.push_back(PaintCode{on ? std::nullopt : std::optional(painted)});
            }
        if (const auto ptx = map.ptx_of_line.find(number); ptx != map.ptx_of_line.end())
            if (menu_item(look, tr_label("Show its PTX", "##line menu"), "", false)) {
                commands.push_back(SelectTab{Tab::ptx});
                commands.push_back(ScrollCode{{0, ptx->second.front()}});
            }
        if (!model.still && model.result && !model.result->measured->launches().empty()) {
            const auto step_item = [&](const char* words, int by) {
                if (menu_item(look, tr_label(words, "##line menu"), "", false))
                    commands.push_back(FindExpression{fmt::format("line == {}", number), by});
            };
            step_item(N_("Go to the next step in this line"), 1);
            step_item(N_("Go to the previous step in this line"), -1);
        }
        const bool barrier = number > 0 && number <= lines.size() && has_barrier(lines[number - 1]);
        if (barrier && menu_item(look, tr_label("What changes without this barrier?", "##line menu"), "", false))
            commands.push_back(SearchWithoutBarrier{number});
        if (number > 0 && number <= lines.size()) {
            note_items(model, notes, number, lines[number - 1], commands);
            if (menu_item(look, tr_label("Copy the line", "##line menu"), "", false))
                commands.push_back(CopyText{std::string(lines[number - 1])});
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

std::string which_launch(const session::RunResult& result) {
    const size_t launches = result.measured->launches().size();
    return launches > 1 ? tr_format("  costs of launch {} of {}", launches, launches) : "";
}

struct ShownText {
    std::string_view text;
    std::filesystem::path file;
    bool failed = false;
    bool editing = false;
    bool in_time = false;
    bool at_moment = false;
    bool of_previous = false;          // another kernel's source, until the chosen one has run
    std::vector<uint32_t> measured_as; // key: shown line; value: the result's line; empty: identical
    std::vector<uint32_t> before;      // key: shown line; value: line in the run from before the edit
    std::vector<uint32_t> untouched;   // like `before`, but only for lines that the edit did not change
};

ShownText shown_text(const Model& model) {
    ShownText shown;
    shown.in_time = shows_moment(model);
    shown.editing =
        model.edited != nullptr && model.edited->open && model.edited->known && !shown.in_time && !model.still;
    shown.failed = !shown.editing && !model.failed_source.empty() && model.failure;
    shown.in_time = shown.in_time && !shown.failed;
    shown.at_moment = shown.in_time && model.moment;
    if (shown.editing)
        shown.text = model.edited->text;
    else if (shown.failed)
        shown.text = model.failed_source;
    else if (model.result)
        shown.text = model.result->source;
    if (shown.failed)
        shown.file = model.failure->where.file;
    else if (model.result)
        shown.file = model.result->variant().source;
    if (shown.file.empty() && model.variant != nullptr) shown.file = model.variant->source;
    shown.of_previous = model.result_is_stale && !shown.editing && !shown.failed && model.result &&
                        model.variant != nullptr && model.result->variant().source != model.variant->source;
    if (!shown.editing || !model.result) return shown;
    DiffMemo& diffs = *model.edited->diffs;
    const auto source_of = [&](const session::RunResult& run) -> const std::string& {
        const auto& untold = model.edited->untold;
        return untold && run.source == model.edited->original ? *untold : run.source;
    };
    if (const std::string& source = source_of(*model.result); source != shown.text)
        shown.measured_as = diffs.of(source, shown.text).same;
    if (model.edited->before && !model.stale) {
        const DiffMemo::Made& diff = diffs.of(source_of(*model.edited->before), shown.text);
        shown.before = diff.replaced;
        shown.untouched = diff.same;
    }
    return shown;
}

uint64_t lost_with_lines(const insight::CodeMap& before, const std::vector<uint32_t>& replaced) {
    const std::set<uint32_t> there(replaced.begin(), replaced.end());
    uint64_t lost = 0;
    for (const auto& [line, cost] : before.source)
        if (!there.contains(line)) lost += cost.executions;
    return lost;
}

/// Returns each unchanged line's warp instructions before and after the edit.
std::vector<std::pair<uint64_t, uint64_t>> untouched_lines(const Model& model, const ShownText& shown) {
    const insight::CodeMap &now = insight::code_map_of(*model.result),
                           &before = insight::code_map_of(*model.edited->before);
    const auto executions = [](const insight::CodeCost* cost) { return cost == nullptr ? 0 : cost->executions; };
    std::vector<std::pair<uint64_t, uint64_t>> lines;
    for (uint32_t line = 1; line <= shown.untouched.size(); ++line) {
        const bool is_measured = shown.measured_as.empty() || line <= shown.measured_as.size();
        if (shown.untouched[line - 1] == 0 || !is_measured) continue;
        const uint32_t measured = shown.measured_as.empty() ? line : shown.measured_as[line - 1];
        if (measured != 0)
            lines.emplace_back(executions(before.cost_of(shown.untouched[line - 1])),
                               executions(now.cost_of(measured)));
    }
    return lines;
}

std::string sum_words(const Model& model, const ShownText& shown) {
    if (shown.before.empty()) return {};
    const insight::CodeCost now = sum_of(insight::code_map_of(*model.result)),
                            before = sum_of(insight::code_map_of(*model.edited->before));
    std::string words;
    const auto add = [&](std::string_view name, uint64_t was, uint64_t is) {
        const std::string change = change_text(was, is);
        if (change.empty()) return;
        words += fmt::format("{}{} {} → {} ({})", words.empty() ? tr("Before → now: ") : ",  ", name, grouped(was),
                             grouped(is), change);
    };
    add(tr("warp instructions"), before.executions, now.executions);
    add(tr("sectors"), before.global_sectors, now.global_sectors);
    add(tr("passes"), before.shared_passes, now.shared_passes);
    add(tr("atomic operations"), before.atomic_operations, now.atomic_operations);
    add(tr("split branches"), before.divergent_branches, now.divergent_branches);
    add(tr("diverged warps"), model.edited->before->shown().divergence.divergent_warps,
        model.result->shown().divergence.divergent_warps);
    const uint64_t lost = lost_with_lines(insight::code_map_of(*model.edited->before), shown.before);
    if (lost > 0 && !words.empty()) // if no count changed, removed lines were only rewritten
        words += tr_format(";  removed lines had {} warp instructions", grouped(lost));
    if (is_redistributed({before.executions, now.executions}, untouched_lines(model, shown)))
        words += (words.empty() ? "" : ".  ") + std::string(tr("The compiler assigned instructions to other lines."));
    return words.empty() ? tr("Before → now: all counts are the same.") : words;
}

std::string elsewhere_words(const Model& model, const ShownText& shown) {
    if (!model.result || shown.failed || shown.in_time || !model.result->not_emulated.empty()) return {};
    const insight::CodeMap& map = insight::code_map_of(*model.result);
    const insight::CodeCost& cost = map.elsewhere;
    if (cost.global_sectors == 0 && cost.shared_passes == 0) return {};
    std::string words = tr_format("Without a line: {} warp instructions", grouped(cost.executions));
    if (cost.global_sectors > 0) words += tr_format(", {} sectors", grouped(cost.global_sectors));
    if (cost.shared_passes > 0) words += tr_format(", {} passes", grouped(cost.shared_passes));
    return words + " " + tr("(merged by the compiler from several lines, or from another file; see the PTX)");
}

/// Adds the costs before the edit, so that a cost that became 0 keeps its column.
insight::CodeCost costs_of_both(const Model& model, const ShownText& shown, const insight::CodeMap& map) {
    insight::CodeCost all = sum_of(map);
    if (!shown.before.empty()) all += sum_of(insight::code_map_of(*model.edited->before));
    return all;
}

ChangedCosts changed_costs(const Model& model, const ShownText& shown, const insight::CodeMap& map) {
    ChangedCosts changed;
    if (shown.before.empty()) return changed;
    const insight::CodeMap& before = insight::code_map_of(*model.edited->before);
    for (uint32_t line = 1; line <= shown.before.size(); ++line) {
        const bool is_measured = shown.measured_as.empty() || line <= shown.measured_as.size();
        const uint32_t now = shown.measured_as.empty() || !is_measured ? line : shown.measured_as[line - 1];
        changed.add(is_measured ? map.cost_of(now, 0) : nullptr, before.cost_of(shown.before[line - 1], 0));
    }
    return changed;
}

std::string error_at(const Model& model, const ShownText& shown, uint32_t line) {
    if (!shown.editing) return {};
    for (const Diagnostic& error : model.edited->errors)
        if (error.where.line == line && error.where.file == shown.file.filename().string()) return tr(error.message);
    return {};
}

void other_errors(const Model& model, const ShownText& shown) {
    if (!shown.editing) return;
    const Look& look = model.look;
    for (const Diagnostic& error : model.edited->errors) {
        if (error.where.line > 0 && error.where.file == shown.file.filename().string()) continue;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({at.x + code_left(look, 34), at.y});
        text(look, tr(error), {Face::text, size_small, look.colors->error_text}, ImGui::GetContentRegionAvail().x);
    }
}

void complaint(const Model& model, const CodeListing& listing, float width) {
    const Look& look = model.look;
    const float left = code_left(look, listing.number_width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x + left, at.y});
    ImGui::BeginChild("complaint", {width - left - look.px(30), 0}, ImGuiChildFlags_AutoResizeY);
    paragraph(look, tr(model.failure->message), {Face::mono, size_code, look.colors->error_text});
    ImGui::EndChild();
}

void source_head(const Model& model, const ShownText& shown, const CodeListing& listing, float left, size_t hits,
                 Commands& commands) {
    const Look& look = model.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string file = file_heading(model, shown.file);
    const std::string title = shown.of_previous               ? fmt::format("{} {}", tr("Previous run:"), file)
                              : shown.failed || !model.result ? file
                                                              : file + which_launch(*model.result);
    const float end = listing.columns.empty() ? ImGui::GetContentRegionAvail().x : listing.columns.front().left;
    code_heading(model, title, listing.columns, left, true, commands);
    const ImVec2 below = ImGui::GetCursorScreenPos();
    const float title_end = left + look.measure(Face::strong, size_small - 0.5f, title).x + look.px(14);
    if (!(model.painted && model.paint) && !shown.of_previous)
        source_buttons(model, at.x + title_end, at.x + end, at.y + look.px(1), commands);
    ImGui::SetCursorScreenPos(below);
    search_row(model, hits, commands);
    // The editor keeps this row even if empty, so that lines do not move after each compilation.
    if (const std::string words = sum_words(model, shown); shown.editing || !words.empty()) {
        const ImVec2 now = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({now.x + left, now.y});
        text(look, words.empty() ? " " : words, {Face::strong, size_small, 0}, ImGui::GetContentRegionAvail().x);
    }
    if (const std::string words = elsewhere_words(model, shown); !words.empty()) {
        const ImVec2 now = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({now.x + left, now.y});
        text(look, words, {Face::text, size_small, look.colors->muted}, ImGui::GetContentRegionAvail().x);
    }
    if (model.preferences->only_surviving_branches && model.machine_problem && !model.still) {
        const ImVec2 now = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({now.x + left, now.y});
        text(look, tr(*model.machine_problem), {Face::text, size_small, look.colors->error_text},
             ImGui::GetContentRegionAvail().x);
    }
    other_errors(model, shown);
}

} // namespace

void source_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ShownText shown = shown_text(model);
    if (model.failure && !shown.failed && !shown.editing && model.failure->kind != ErrorKind::usage)
        failure_box(look, *model.failure);
    if (!model.result && !shown.failed && !shown.editing) {
        if (!model.failure)
            text(look, tr("The kernel source appears here."), {Face::text, size_body, look.colors->muted});
        return;
    }
    static const insight::CodeMap nothing;
    const insight::CodeMap& map = shown.failed || !model.result ? nothing : insight::code_map_of(*model.result);
    const auto measured_line = [&](uint32_t line) {
        return shown.measured_as.empty() ? line : shown.measured_as[line - 1];
    };

    draft_bar(model, commands);
    CodeListing listing;
    listing.id = "source text";
    listing.group = "source";
    const float width = ImGui::GetContentRegionAvail().x;
    if (shown.at_moment) {
        listing.margin = [&](uint32_t line, ImVec2 at, float height) { warp_flags(model, line, at, height); };
    }
    const bool measured = !model.result || model.result->not_emulated.empty();
    const bool presented = model.presentation && !model.still && !shown.editing;
    if (presented) {
        listing.type = model.presented_code.type / look.scale;
        listing.wraps = true;
    }
    listing.number_width = margin_width(model, listing.type, shown.at_moment);
    std::vector<std::string_view> lines = insight::split_lines(shown.text);
    const bool has_columns = !presented || model.lesson != nullptr;
    if (measured && has_columns && !shown.failed && !shown.in_time && width > look.px(320)) {
        const bool keeps_code = shown.editing || presented || model.preferences->beside != CodeBeside::nothing;
        const float code = code_left(look, listing.number_width) + look.px(40) +
                           longest_line(look, std::max(size_code, listing.type), lines),
                    room = std::max(width / 2 - look.px(34), width - code);
        listing.columns =
            cost_columns(look, width - ImGui::GetStyle().ScrollbarSize, width < look.px(800),
                         costs_of_both(model, shown, map), changed_costs(model, shown, map), keeps_code ? room : width,
                         model.machine && shows_machine_code(model.preferences->beside));
    }
    if (!shown.editing)
        for (std::string_view& line : lines) line = untold_line(model, line);
    // A field shows an empty line after a final newline.
    if (shown.editing && (shown.text.empty() || shown.text.ends_with('\n'))) lines.emplace_back();
    const std::vector<TextMark> marks =
        model.search.open ? find_text(lines, model.search.words, model.search.hit) : std::vector<TextMark>();
    const Model presented_head = presented ? with_presented_type(model, share_of_controls) : Model();
    const Model& of_head = presented ? presented_head : model;
    source_head(of_head, shown, listing, code_left(look, listing.number_width), marks.size(), commands);

    std::vector<std::vector<Token>> tokens;
    bool in_comment = false;
    for (const std::string_view line : lines) tokens.push_back(cuda_tokens(line, in_comment));
    listing.lines = &lines;
    listing.tokens = [&](size_t i) { return tokens[i]; };
    listing.marks = &marks;
    const CodePlace& hovered_place = model.hovered_code;
    const uint32_t linked = hovered_place.ptx_line != 0 ? map.source_of(hovered_place.ptx_line) : hovered_place.line;
    const std::set<uint32_t> found =
        shown.failed || !model.result ? std::set<uint32_t>() : lines_with_findings(*model.result);
    listing.state = [&](uint32_t line) {
        CodeRowState state;
        const uint32_t measured =
            line <= shown.measured_as.size() || shown.measured_as.empty() ? measured_line(line) : 0;
        state.complained = shown.failed ? model.failure->where.line == line : !error_at(model, shown, line).empty();
        state.marked = shown.at_moment ? model.moment->now_line == line : model.marked_line == line;
        state.linked = linked != 0 && linked == measured;
        state.painted = measured != 0 && is_painted(model, {measured, 0});
        state.finding = found.contains(measured);
        return state;
    };
    // A comparison with the unedited text includes all branches of the PTX.
    const auto surviving = shown.before.empty() && !shown.failed ? surviving_costs(model) : nullptr;
    if (!listing.columns.empty())
        listing.cost = [&](uint32_t line) -> const insight::CodeCost* {
            if (!shown.measured_as.empty() && line > shown.measured_as.size()) return nullptr;
            return surviving ? surviving->cost_of(measured_line(line)) : map.cost_of(measured_line(line));
        };
    if (!shown.before.empty())
        listing.cost_before = [&](uint32_t line) -> const metrics::InstructionCost* {
            if (line > shown.before.size()) return nullptr;
            return insight::code_map_of(*model.edited->before).cost_of(shown.before[line - 1], 0);
        };
    if (model.result && !shown.failed)
        listing.branch_fate = [&](uint32_t line) {
            return branch_fate_text(model.machine.get(), *model.result, measured_line(line));
        };
    if (model.machine)
        listing.machine_count = [&](uint32_t line) -> std::optional<MachineCount> {
            if (!shown.measured_as.empty() && line > shown.measured_as.size()) return std::nullopt;
            const auto mix = model.machine->mixes.find(measured_line(line));
            if (mix == model.machine->mixes.end()) return std::nullopt;
            return MachineCount{mix->second.instructions, mix_text(mix->second)};
        };
    if (shown.editing) {
        listing.message = [&](uint32_t line) { return error_at(model, shown, line); };
        listing.field = [&](const TextField& room) { return source_field(model, room, commands); };
    }
    if (!shown.editing && !shown.failed && !model.still && model.result && !model.result->measured->launches().empty())
        listing.button = [&](uint32_t line, ImVec2 at, float right, float height) {
            return has_barrier(lines[line - 1]) ? barrier_button(of_head, line, at, right, height, commands) : 0;
        };
    if (listing.button && listing.wraps)
        listing.button_room = [&](uint32_t line) {
            return has_barrier(lines[line - 1]) ? barrier_button_width(of_head.look) : 0;
        };
    if (shown.failed)
        listing.below = [&](uint32_t line) {
            if (model.failure->where.line == line) complaint(model, listing, width);
        };
    const std::vector<std::string_view> measured_lines =
        shown.failed || !model.result ? std::vector<std::string_view>() : insight::split_lines(model.result->source);
    const LineNotes notes = shown.failed ? LineNotes() : line_notes(model, measured_lines);
    listing.note = [&](uint32_t line) {
        const bool measured = shown.measured_as.empty() || line <= shown.measured_as.size();
        return measured ? notes.words(model, measured_line(line)) : std::string_view();
    };
    if (!listing.columns.empty()) {
        const auto is_in = [&](const std::set<uint32_t>& set, uint32_t line) {
            const bool measured = shown.measured_as.empty() || line <= shown.measured_as.size();
            return measured && set.contains(measured_line(line));
        };
        listing.is_moved = [&, is_in](uint32_t line) { return is_in(map.moved, line); };
        listing.is_removed = [&, is_in](uint32_t line) { return is_in(map.removed, line); };
    }
    if (!listing.columns.empty() && !shown.editing)
        listing.remark = [&](uint32_t line) -> std::string_view {
            return listing.is_moved(line) ? tr("the compiler moved part of this line into a branch") : "";
        };
    listing.is_dimmed = shown.of_previous;
    listing.scroll_to = model.goto_line;
    if (model.search.open && model.search.to_hit)
        for (const TextMark& mark : marks)
            if (mark.now) listing.scroll_to = mark.line;
    const CodeEvents events = code_listing(look, listing);
    if (shown.failed || !model.result) return;
    // Returns a shown line's number in the result; 0 for lines typed since.
    const auto of_result = [&](uint32_t line) {
        return line == 0 || (!shown.measured_as.empty() && line > shown.measured_as.size()) ? 0 : measured_line(line);
    };
    const uint32_t hovered = of_result(events.hovered), clicked = of_result(events.clicked);
    if (hovered != 0) commands.push_back(HoverCode{{hovered, 0}});
    line_menu(model, map, of_result(events.menu), measured_lines, notes, commands);
    if (clicked == 0) return;
    paint_on_click(model, map, {clicked, 0}, events.column, commands);
    if (const auto ptx = map.ptx_of_line.find(clicked); ptx != map.ptx_of_line.end())
        commands.push_back(ScrollCode{{0, ptx->second.front()}});
}

} // namespace warpscope::ui
