#include "insight/findings.hpp"
#include "base/text.hpp"
#include "insight/source_lines.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "analysis/finding_index.hpp"
#include "catalog/guess/guess.hpp"
#include "language/tr.hpp"
#include "metrics/finding_location.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/finding_marks.hpp"
#include "render/style/named_group.hpp"
#include "render/view.hpp"
#include "ui/code/listing.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/wording/untold_line.hpp"

namespace warpscope::ui {

namespace {

constexpr ImGuiTableFlags table_flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH;

std::string line_text(const Model& model, const SourceLocation& at) {
    if (at.file.empty()) return tr("no line");
    if (!is_bug_revealed(model)) return tr_format("line {}", at.line); // the name of the file gives the bug away
    return SourceLocation{std::filesystem::path(at.file).filename().string(), at.line}.line_text();
}

std::string thread_text(const Dim3& block, const Dim3& thread, const LaunchConfig& config) {
    return tr_format("block {} thread {}", short_index_text(block, config.grid),
                     short_index_text(thread, config.block));
}

bool link(const Look& look, const Label& label, std::string_view tip) {
    const std::string_view shown = label.words();
    const ImVec2 size = look.measure(Face::mono, size_code, shown);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = key_button(label.name(), {size.x, look.px(20)});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = at.y + (look.px(20) - size.y) / 2;
    text_at(look, list, {at.x, y}, shown, {Face::mono, size_code, look.colors->accent});
    if (hovered) {
        list.AddLine({at.x, y + size.y}, {at.x + size.x, y + size.y}, look.colors->accent, std::max(1.0f, look.px(1)));
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(look, tip);
    }
    return pressed;
}

void access(const Model& model, size_t n, std::string_view which, const SourceLocation& source, const Dim3& block,
            const Dim3& thread, metrics::ThreadId id, Commands& commands) {
    const Look& look = model.look;
    const LaunchConfig& config = model.result->shown().config;
    if (link(look, tr_label_of([&] { return line_text(model, source); }, fmt::format("##{} line {}", which, n)),
             tr("Show this line")) &&
        source.line != 0)
        commands.push_back(GotoLine{source.line});
    ImGui::SameLine(0, look.px(12));
    const std::string words = thread_text(block, thread, config);
    if (id == 0)
        text(look, words, {Face::mono, size_code, 0});
    else if (link(look, fmt::format("{}##{} thread {}", words, which, n), tr("Pin this thread")))
        commands.push_back(ShowThread{id});
}

void element(const Model& model, size_t n, const simt::Finding& finding, Commands& commands) {
    const Look& look = model.look;
    const session::RunResult& result = *model.result;
    const auto about = metrics::element_of(*result.measured, finding);
    if (!about) return;
    const BufferLayout& layout = result.prepared.plan.buffers[about->buffer].layout;
    const std::string words = element_text(*about, layout);
    const auto at = render::cell_of(result, finding);
    for (const render::Space space : {render::Space::output, render::Space::input}) {
        const uint32_t shown =
            space == render::Space::input ? result.prepared.input_buffer : result.prepared.output_buffer;
        if (!at || shown != at->buffer) continue;
        if (link(look, fmt::format("{}##cell {}", words, n), tr("Pin this cell: row, column")))
            commands.push_back(ShowCell{space, render::place_of(result, space, at->cell)});
        return;
    }
    text(look, words, {Face::mono, size_code, 0});
}

struct FindingList {
    std::vector<insight::FindingGroup> groups;
    std::map<const simt::Finding*, Message> messages;
};
/// Caches the list, because parsing the kernel in every frame is too slow.
std::shared_ptr<const FindingList> finding_list(const session::RunResult& result) {
    return result.derived.get<FindingList>({}, [&] {
        FindingList list{insight::finding_groups(result), {}};
        for (const insight::FindingGroup& group : list.groups)
            for (const simt::Finding* const finding : group.findings)
                list.messages[finding] = analysis::finding_message(result, *finding);
        return list;
    });
}

void barrier_row(const Model& model, const insight::FindingGroup& group, Commands& commands) {
    const Look& look = model.look;
    const insight::MissingBarrier& barrier = *group.barrier;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(look, tr("Missing barrier"), {Face::strong, size_body, look.colors->error_text},
         ImGui::GetContentRegionAvail().x);
    ImGui::TableNextColumn();
    if (link(look,
             tr_label_of([&] { return tr_format("line {}", barrier.store_line); },
                         fmt::format("##barrier after {}", barrier.store_line)),
             tr("Show this line")))
        commands.push_back(GotoLine{barrier.store_line});
    ImGui::TableNextColumn();
    paragraph(look,
              fmt::format("**{}** {}", tr(analysis::missing_barrier_message(barrier.store_line, barrier.later_lines)),
                          tr_count(group.findings.size(), "It causes the next {} finding.",
                                   "It causes the next {} findings.", group.findings.size())));
}

void finding_menu(const Model& model, size_t n, const simt::Finding& finding, Commands& commands) {
    const Look& look = model.look;
    const std::string name = fmt::format("finding menu {}", n);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopupContextItem(name.c_str())) {
        update_menu();
        if (finding.source.line != 0 && menu_item(look, tr_label("Show its line", "##finding"), "", false))
            commands.push_back(GotoLine{finding.source.line});
        const metrics::ThreadId thread = render::thread_of(*model.result, finding);
        if (thread != 0 && menu_item(look, tr_label("Pin its thread", "##finding"), "", false))
            commands.push_back(ShowThread{thread});
        if (insight::has_orders(*model.result, finding) &&
            menu_item(look, tr_label("Make it fail", "##finding"), "", false))
            commands.push_back(SearchOrder{finding});
        if (menu_item(look, tr_label("Copy the text", "##finding"), "", false))
            commands.push_back(CopyText{tr(finding_list(*model.result)->messages.at(&finding))});
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

void row(const Model& model, size_t n, const simt::Finding& finding, Commands& commands) {
    const Look& look = model.look;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto named = [&](const char* part) { return fmt::format("finding-{}-{}", n + 1, part); };
    std::optional<render::NamedGroup> group(std::in_place, list, named("kind"));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (!finding.is_note) render::draw_finding_mark(list, {at.x + look.px(8), at.y + look.px(10)}, look.px(8));
    ImGui::SetCursorScreenPos({at.x + look.px(24), at.y + look.px(1)});
    const std::string kind(tr(simt::title_of(finding.kind)));
    const std::string title = finding.is_note ? tr_format("Note: {}", kind) : kind;
    const TextStyle strong{Face::strong, size_body, 0};
    ImGui::BeginGroup();
    if (look.measure(strong.face, strong.size, title).x > ImGui::GetContentRegionAvail().x)
        paragraph(look, title, strong);
    else
        text(look, title, strong);
    ImGui::EndGroup();
    finding_menu(model, n, finding, commands);
    if (model.result->measured->launches().size() > 1) {
        ImGui::SetCursorScreenPos({at.x + look.px(24), ImGui::GetCursorScreenPos().y});
        text(look, tr_format("launch {}", finding.launch + 1), {Face::text, size_small, look.colors->muted});
    }
    group.reset();
    ImGui::TableNextColumn();
    group.emplace(list, named("where"));
    const GoToFinding::Side one{render::thread_of(*model.result, finding), finding.source.line};
    std::optional<GoToFinding::Side> other;
    if (finding.has_other) other = {render::other_thread_of(*model.result, finding), finding.other_source.line};
    const auto go_there = [&](const char* which, const GoToFinding::Side& side,
                              const std::optional<GoToFinding::Side>& against) {
        if (side.thread == 0 || side.line == 0 || !insight::can_be_stepped_to(*model.result, finding)) return;
        ImGui::SameLine(0, look.px(12));
        if (ImGui::GetContentRegionAvail().x < look.measure(Face::mono, size_code, tr("show")).x) ImGui::NewLine();
        if (link(look, tr_label("show", fmt::format("##{}{}", which, n)), tr("Step through the block to this access")))
            commands.push_back(GoToFinding{finding.kind, side, against});
    };
    access(model, n, "this", finding.source, finding.block_index, finding.thread_index, one.thread, commands);
    go_there("", one, other);
    if (finding.has_other) {
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - look.px(4));
        text(look, tr("races with"), {Face::text, size_small, look.colors->muted});
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - look.px(4));
        access(model, n, "other", finding.other_source, finding.other_block_index, finding.other_thread_index,
               other->thread, commands);
        go_there("other ", *other, one);
    }
    const float top = ImGui::GetCursorPosY();
    element(model, n, finding, commands);
    if (insight::has_orders(*model.result, finding)) {
        if (ImGui::GetCursorPosY() > top) ImGui::SameLine(0, look.px(12));
        if (pill(look, tr_label("Make it fail", fmt::format("##{}", n)), false,
                 tr("Search for a thread order that changes the result")))
            commands.push_back(SearchOrder{finding});
    }
    group.reset();
    ImGui::TableNextColumn();
    group.emplace(list, named("what"));
    paragraph(look, tr(finding_list(*model.result)->messages.at(&finding)));
}

void printed_section(const Look& look, const std::string& printed) {
    if (printed.empty()) return;
    section(look, tr("PRINTED BY THE KERNEL"));
    ImGui::BeginChild("printed", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
    const render::NamedGroup group(*ImGui::GetWindowDrawList(), "findings-printed");
    const std::vector<std::string_view> lines = insight::split_lines(printed);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines.size()), look.px(20));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            text(look, std::string(lines[static_cast<size_t>(i)]), {Face::mono, size_code, 0});
    ImGui::EndChild();
}

} // namespace

bool can_check_races(const Model& model) {
    return model.result && !model.result->checked_races && model.result->not_emulated.empty() && !model.still &&
           model.lesson == nullptr && !model.program_page;
}

void findings_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    draft_bar(model, commands);
    if (!model.result) {
        text(look, tr("Findings appear here once a kernel has run."), {Face::text, size_body, look.colors->muted});
        return;
    }
    if (model.result_is_stale) text(look, tr("Previous run:"), {Face::strong, size_body, look.colors->muted});
    if (model.orders.open()) {
        orders_panel(model, commands);
        return;
    }
    if (!model.result->not_emulated.empty()) {
        paragraph(look, tr_format("**Nothing was checked:** {}", tr(model.result->not_emulated)));
        return;
    }
    const std::string& printed = model.result->printed;
    uint64_t count = 0;
    for (const metrics::LaunchMeasurement& launch : model.result->measured->launches()) count += launch.finding_count;
    const size_t notes = insight::note_count(*model.result);
    if (count == 0) {
        const render::NamedGroup group(*ImGui::GetWindowDrawList(), "findings-none");
        const bool races = model.result->checked_races;
        paragraph(look,
                  tr_format("**{}** Every access of this run was checked: bounds, alignment, address space, "
                            "uninitialized memory{}",
                            notes == 0 ? tr("Nothing found.") : tr("No errors."),
                            races ? tr(", and races.") : tr(". Race checking is off for this variant.")),
                  {Face::text, size_body, look.colors->muted});
        if (can_check_races(model) && pill(look, tr_label("Check races", "##findings"), false,
                                           tr("Run the launch again to look for races; this takes longer")))
            commands.push_back(CheckRaces{});
        if (notes == 0) {
            printed_section(look, printed);
            return;
        }
    }
    if (count > 0 && catalog::has_guessed_launch(*model.result->request.experiment, model.result->request.variant))
        text(look,
             tr_format("The setup was guessed, and a wrong guess can cause findings. Check {}.", tr("SETUP (GUESSED)")),
             {Face::text, size_body, look.colors->muted});
    if (count > insight::finding_count(*model.result))
        text(look, tr_format("Found {} times in all. Each kind is listed once per source line.", grouped(count)),
             {Face::text, size_body, look.colors->muted});
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {look.px(8), look.px(4)});
    const float room = ImGui::GetContentRegionAvail().x;
    const ImVec2 extent{0, printed.empty() ? 0 : std::round(ImGui::GetContentRegionAvail().y / 2)};
    if (ImGui::BeginTable("findings", 3, table_flags, extent)) {
        ImGui::TableSetupColumn("kind", ImGuiTableColumnFlags_WidthFixed, std::min(look.px(180), 0.2f * room));
        ImGui::TableSetupColumn("where", ImGuiTableColumnFlags_WidthFixed, std::min(look.px(440), 0.45f * room));
        ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
        size_t n = 0;
        for (const auto list = finding_list(*model.result); const insight::FindingGroup& group : list->groups) {
            if (group.barrier) barrier_row(model, group, commands);
            for (const simt::Finding* const finding : group.findings) row(model, n++, *finding, commands);
        }
        if (model.result_is_stale) {
            const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), end{at.x + size.x, at.y + size.y};
            ImDrawList& list = *ImGui::GetWindowDrawList();
            list.PushClipRect(at, end);
            veil(look, list, at, end);
            list.PopClipRect();
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    printed_section(look, printed);
}

} // namespace warpscope::ui
