#include "base/text.hpp"
#include "language/tr.hpp"
#include "ui/panels/inspector_sections.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include <fmt/format.h>

#include "analysis/finding_index.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/heat_text.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::ui {

namespace {

void formula(const Look& look, const insight::FormulaLine& f) {
    const std::string first = f.changes ? std::string(tr(" at first")) : "";
    const std::string value = f.numbers == std::to_string(f.value)
                                  ? fmt::format("= {}{}", f.value, first)
                                  : fmt::format("= {} = {}{}", f.numbers, f.value, first);
    const std::string one_line = fmt::format("{} = {} {}", f.name, f.expression, value);
    const float width = ImGui::GetContentRegionAvail().x;
    if (look.measure(Face::mono, size_small, one_line).x <= width) {
        text(look, one_line, {Face::mono, size_small, 0});
        return;
    }
    paragraph(look, fmt::format("{} = {}", f.name, f.expression), {Face::mono, size_small, look.colors->muted});
    const float indent = look.measure(Face::mono, size_small, std::string(f.name.size() + 1, ' ')).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
    text(look, value, {Face::mono, size_code, 0}, width - indent);
}

const simt::Finding* refused_store(const session::RunResult& result, const insight::ThreadFacts& facts) {
    for (const simt::Finding& trap : result.shown().findings)
        if (trap.kind == simt::FindingKind::out_of_bounds && trap.block_index == facts.block &&
            trap.thread_index == facts.thread)
            return &trap;
    return nullptr;
}

void origin_button(const Model& model, const insight::ThreadFacts& facts, Commands& commands) {
    const bool odd =
        facts.output_value.find("nan") != std::string::npos || facts.output_value.find("inf") != std::string::npos;
    if (!odd || !facts.offset || model.still) return;
    const session::RunResult& run = *model.result;
    if (pill(model.look, tr_label("where does it come from?", "##origin"), false,
             tr("Go to the step that made the NaN or infinity, in any thread")))
        commands.push_back(AskTime{Question::origin, run.prepared.output_buffer, *facts.offset, 0,
                                   cell_name(run.output.layout, *facts.offset)});
}

std::string writers_words(const session::RunResult& run, const insight::ThreadFacts& facts, uint64_t cell) {
    const LaunchConfig& config = run.shown().config;
    const std::string name = cell_name(run.output.layout, cell);
    const metrics::CellMaps* const maps = insight::maps_of(run, render::Space::output);
    const metrics::ThreadId owner = maps != nullptr && cell < maps->owner.size() ? maps->owner[cell] : 0;
    if (owner == 0) return tr_format("**Another thread also writes this cell**: {}. The last writer owns it.", name);
    const std::string thread = index_text(facts.thread), block = index_text(facts.block),
                      owner_thread = index_text(index_of(render::thread_in_block(config, owner), config.block)),
                      owner_block = index_text(index_of(render::block_of(config, owner), config.grid));
    const bool more = cell < maps->writes.size() && maps->writes[cell] > 2 * run.output.layout.channels;
    // Translators: {0} is a cell. {1} and {3} are threads, {2} and {4} their blocks.
    return more ? tr_format("**Several threads write {0}**, among them {1} of block {2} and {3} of block {4}, whose "
                            "value stays.",
                            name, thread, block, owner_thread, owner_block)
                : tr_format("**Two threads write {0}**: {1} of block {2} and {3} of block {4}, whose value stays.",
                            name, thread, block, owner_thread, owner_block);
}

/// `trace`: trace of the thread's block; null until it is recorded.
void ownerless_box(const Model& model, const insight::ThreadFacts& facts, const metrics::BlockTrace* trace) {
    const Look& look = model.look;
    const session::RunResult& run = *model.result;
    const auto stored = trace != nullptr ? insight::last_stored_cell(run, *trace, facts.thread_number)
                                         : std::optional<metrics::BufferCell>();
    begin_box(look, "idle thread", BoxKind::plain);
    if (const simt::Finding* refused = refused_store(run, facts)) {
        paragraph(look, tr_format("**Its access was refused**: {}", tr(analysis::finding_message(run, *refused))));
    } else if (stored) {
        const std::string cell = cell_name(run.prepared.plan.buffers[stored->buffer].layout, stored->cell);
        paragraph(look, stored->buffer == run.prepared.output_buffer
                            ? writers_words(run, facts, stored->cell)
                            : tr_format("It writes {}, but no cell of {}.", cell, run.output.layout.name));
    } else if (trace == nullptr || trace->truncated) {
        paragraph(look, tr("It owns no cell of the output."));
    } else if (insight::thread_accesses_memory(facts, *trace)) {
        paragraph(look, tr("**It owns no cell**, but it reads or writes memory."));
    } else if (insight::has_refused_accesses(run)) {
        paragraph(look, tr("**It owns no cell.** Perhaps its accesses were refused, see Findings."));
    } else {
        paragraph(look, tr("**Idle thread**: it was launched, but has no cell to write."));
    }
    end_box();
}

void thread_section(const Model& model, const insight::ThreadFacts& facts, const metrics::BlockTrace* trace,
                    Commands& commands) {
    const Look& look = model.look;
    text(look, thread_title(*model.result, facts), {Face::mono_strong, size_large, 0},
         ImGui::GetContentRegionAvail().x);
    if (facts.adds_up) {
        begin_box(look, "adding thread", BoxKind::plain);
        paragraph(look, tr("Threads **add up** in the output cells: no thread owns one."));
        end_box();
    } else if (!facts.owns) {
        ownerless_box(model, facts, trace);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(2)});
    ImGui::Dummy({0, look.px(1)});
    fact(look, "blockIdx", index_text(facts.block), tr("block index in the grid: x, y, z"));
    fact(look, "threadIdx", index_text(facts.thread), tr("thread index in the block: x, y, z"));
    fact(look, tr_label("warp, lane"), fmt::format("{}, {}", facts.warp, facts.lane),
         tr("32 threads of a block run together as a warp: thread 40 is lane 8 of warp 1"));
    fact(look, tr_label("warp"), warp_state(*model.result, facts, model.trace.get()));
    if (const std::string loaded = loaded_text(*model.result, model.trace.get(), facts); !loaded.empty())
        fact(look, tr_label("reads"), loaded, tr("its loads from the inputs, as recorded with its block"));
    if (!facts.output_value.empty())
        fact(look, tr_label("output"), output_words(model, facts), tr("value of the output cell"));
    origin_button(model, facts, commands);
    if (facts.writes > 1)
        fact(look, tr_label("writes"), std::to_string(facts.writes),
             facts.adds_up ? tr("stores to this cell, by all threads")
                           : tr("stores to this cell; the owner is the last writer"));
    ImGui::PopStyleVar();
}

void fact_section(const Look& look, std::string_view title, const std::vector<NamedFact>& facts) {
    section(look, title);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(2)});
    ImGui::PushID(title.data(), title.data() + title.size());
    for (const NamedFact& f : facts) fact(look, {tr(f.name), f.name.c_str()}, f.value, f.tip);
    ImGui::PopID();
    ImGui::PopStyleVar();
}

void index_section(const Model& model, const insight::ThreadFacts& facts) {
    const Look& look = model.look;
    if (facts.formulas.empty() && !facts.offset) return;
    section(look, tr("INDEX"));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(2)});
    constexpr size_t few = 4;
    KeptValue<bool> all("all formulas");
    const size_t count = facts.formulas.size(), shown = all || count <= few + 1 ? count : few;
    for (size_t i = 0; i < shown; ++i) formula(look, facts.formulas[i]);
    if (count > few + 1) {
        if (quiet_button(
                look,
                tr_label_of(
                    [&] { return all ? std::string(tr("fewer lines")) : tr_format("{} more lines", count - few); },
                    "##formulas"),
                all ? Icon::caret_up : Icon::caret_down))
            all = !all;
    }
    const bool volume = model.result->output.layout.shape.depth > 1;
    const uint32_t width = model.result->output.layout.shape.width;
    // Omits the index if a formula of the kernel computes it.
    const auto drawn = facts.formulas | std::views::take(shown);
    const bool is_said = std::ranges::any_of(drawn, [&](const insight::FormulaLine& line) {
        return facts.offset && line.value == static_cast<int64_t>(*facts.offset) &&
               line.expression.find('*') != std::string::npos;
    });
    if (!is_said && facts.cell && !volume && facts.cell->y > 0)
        fact(look, tr_label("index"),
             fmt::format("{} * {} + {} = {}", facts.cell->y, width, facts.cell->x, *facts.offset),
             tr("linear offset of its cell in the output"));
    else if (!is_said && facts.offset)
        fact(look, tr_label("index"), std::to_string(*facts.offset), tr("linear offset of its cell in the output"));
    ImGui::PopStyleVar();
}

void access_section(const Model& model, const insight::AccessFacts& facts, const insight::RefusedAccesses& refused,
                    Commands& commands) {
    const Look& look = model.look;
    if (facts.steps == 0 && refused.count == 0) return;
    section(look, tr("READS AND WRITES"));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(2)});
    for (const insight::BufferUse& use : facts.uses)
        fact(look, model.result->prepared.plan.buffers[use.buffer].layout.name, use_text(use));
    if (refused.count > 0)
        fact(look, tr_label("refused"),
             tr_count(refused.count, "{} access outside its buffer", "{} accesses outside their buffer",
                      grouped(refused.count)),
             tr(analysis::finding_message(*model.result, *refused.first)));
    if (facts.elsewhere > 0)
        fact(look, tr_label("also"),
             tr_count(facts.elsewhere, "{} access to shared or local memory", "{} accesses to shared or local memory",
                      grouped(facts.elsewhere)),
             tr("accesses outside the buffers, which no view shows"));
    ImGui::PopStyleVar();
    if (facts.steps == 0) return;
    const SliderRange range{.minimum = 0,
                            .maximum = static_cast<double>(facts.steps),
                            .step = 1,
                            .initial = 0,
                            .integer = true,
                            .logarithmic = false,
                            .zero = tr("all")};
    const std::string title = facts.step ? tr_format("access {} of {}", facts.step->number + 1, facts.steps)
                                         : tr_format("accesses in order, 1 to {}", facts.steps);
    const std::string tip = tr_format("Steps through the thread's buffer accesses in order ({} and {}); 0 shows all.",
                                      key_text(Action::step_back), key_text(Action::step_on));
    const SliderEvent event =
        slider(look, "access step", title, tip, facts.step ? facts.step->number + 1.0 : 0.0, range);
    if (event.value)
        commands.push_back(
            SetStep{*event.value < 1 ? std::nullopt : std::optional(static_cast<uint32_t>(*event.value) - 1)});
    if (facts.step)
        text(look, access_text(*model.result, *facts.step), {Face::mono, size_small, 0},
             ImGui::GetContentRegionAvail().x);
    if (facts.truncated)
        text(look, tr("only the start of the block was recorded"), {Face::text, size_small, look.colors->muted});
}

/// Skips a selected thread's output cell, because the thread's section describes it.
void cell_section(const Model& model) {
    const auto facts = cell_facts(*model.result, model.selection);
    const bool of_output = facts && model.selection.pointed->content.space == render::Space::output;
    if (!facts || (of_output && model.selection.thread != 0)) return;
    const Look& look = model.look;
    section(look, tr("CELL"));
    text(look, facts->name, {Face::mono_strong, size_title, 0}, ImGui::GetContentRegionAvail().x);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(2)});
    if (const render::PointedCell& at = *model.selection.pointed; !facts->value.empty())
        fact(look, tr_label("value"), value_at_moment(model, at.content, at.index, facts->value));
    const bool unwritten = of_output && model.result->unwritten_cells() > 0;
    if (unwritten) fact(look, tr_label("owner"), tr("none"), tr("no thread of the launch writes this cell"));
    if (facts->reads)
        fact(look, tr_label("read"), times_text(*facts->reads, facts->channels), tr("loads by all threads"));
    if (facts->writes && *facts->writes > 0)
        fact(look, tr_label("written"), times_text(*facts->writes, facts->channels), tr("stores by all threads"));
    ImGui::PopStyleVar();
}

void columns_open(const Look& look) {
    ImGui::BeginTable("inspector columns", 3, ImGuiTableFlags_SizingStretchSame);
    ImGui::TableSetupColumn("thread", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("window", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("launch", ImGuiTableColumnFlags_WidthFixed, look.px(300));
    ImGui::TableNextColumn();
}

void selected_heading(const Model& model, Commands& commands) {
    const Look& look = model.look;
    if (!model.selection.pinned) {
        section(look, tr("THREAD UNDER THE CURSOR"));
        return;
    }
    section(look, tr("PINNED THREAD"));
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - look.px(34));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - look.px(8));
    if (quiet_button(look, "##unpin", Icon::close, tr_format("Unpin ({})", key_text(Action::unpin))))
        commands.push_back(Perform{Action::unpin});
}

} // namespace

void inspector_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    if (model.assignment != nullptr && assignment_panel(look, *model.assignment)) commands.push_back(CloseAssignment{});
    if (!model.result) {
        section(look, tr("INSPECTOR"));
        paragraph(look, tr("Numbers appear here once a kernel has run."), {Face::text, size_body, look.colors->muted});
        return;
    }
    if (!model.result->not_emulated.empty()) {
        section(look, tr("INSPECTOR"));
        paragraph(look, tr("Nothing is measured: the emulator cannot run this kernel."),
                  {Face::text, size_body, look.colors->muted});
        return;
    }
    if (model.result_is_stale)
        paragraph(look, tr("From the previous run."), {Face::strong, size_small, look.colors->muted});
    const bool columns = ImGui::GetContentRegionAvail().x > look.px(640);
    if (columns) {
        ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {look.px(10), 0});
        columns_open(look);
    }
    if (model.selection.thread != 0) {
        insight::ThreadFacts facts = thread_facts(*model.result, model.selection);
        const bool traced = model.trace && model.trace->block == facts.block_number;
        if (traced) insight::remove_unexecuted(facts, *model.result, *model.trace);
        std::vector<insight::SplitFacts> splits;
        if (traced && facts.record.divergent_branches > 0)
            splits = insight::find_splits(*model.result, *model.trace, facts.warp);
        // The current branch comes first, because the rest may be scrolled out of sight.
        const bool in_time = model.moment && in_block(model.scene->moment);
        const bool here =
            in_time && model.moment->moment.block == facts.block_number && model.moment->warp == facts.warp;
        moment_facts(model);
        if (here) {
            split_section(model, model.moment->splits, facts.lane, commands);
            for (const insight::SplitFacts& now : model.moment->splits)
                std::erase_if(splits, [&](const insight::SplitFacts& other) { return other.line == now.line; });
        }
        moment_values(model, commands);
        selected_heading(model, commands);
        thread_section(model, facts, traced ? model.trace.get() : nullptr, commands);
        if (const std::vector<NamedFact> heat = heat_facts(model); !heat.empty())
            fact_section(look, tr("THIS CELL"), heat);
        const bool idle_thread = traced && !facts.owns && !facts.adds_up &&
                                 !insight::has_refused_accesses(*model.result) &&
                                 !insight::last_stored_cell(*model.result, *model.trace, facts.thread_number);
        const bool helps = idle_thread && insight::thread_accesses_memory(facts, *model.trace);
        if (traced && facts.record.divergent_branches > 0) {
            if (idle_thread)
                if (const auto idle = insight::find_idle_reason(*model.result, *model.trace, facts.warp, facts.lane))
                    idle_section(model, *idle, helps, commands);
            ImGui::PushID("other splits");
            split_section(model, splits, facts.lane, commands);
            ImGui::PopID();
        } else if (idle_thread)
            if (const auto idle = insight::find_idle_reason(*model.result, *model.trace, facts.warp))
                idle_section(model, *idle, helps, commands);
        index_section(model, facts);
        if (columns) ImGui::TableNextColumn();
        cell_section(model);
        if (traced)
            access_section(model, insight::access_facts(*model.result, *model.trace, facts.thread_number, model.step),
                           insight::refused_accesses(*model.result, *model.trace, facts.thread_number), commands);
        if (traced)
            if (const auto window = insight::window_facts(*model.result, *model.trace, facts);
                window && window->distinct + window->ghosts > 0) // else the launch reads another buffer
                window_section(model, *window);
        fact_section(look, tr("ITS BLOCK"),
                     block_facts(*model.result, traced ? model.trace.get() : nullptr, facts.block_number));
    } else if (const std::vector<NamedFact> heat = heat_facts(model); !heat.empty()) {
        fact_section(look, tr("CELL UNDER THE CURSOR"), heat);
        if (columns) ImGui::TableNextColumn();
    } else {
        section(look, tr("INSPECTOR"));
        if (!model.selection.pointed)
            paragraph(look, tr("Hover a cell to see the thread that owns it. Click to pin it."),
                      {Face::text, size_body, look.colors->muted});
        cell_section(model);
        if (columns) ImGui::TableNextColumn();
    }
    if (columns) ImGui::TableNextColumn();
    fact_section(look, tr("THE LAUNCH"), launch_facts(*model.result));
    if (columns) {
        ImGui::EndTable();
        ImGui::PopStyleVar();
    }
    if (model.result_is_stale) {
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        veil(look, *ImGui::GetWindowDrawList(), at, {at.x + size.x, at.y + size.y});
    }
}

} // namespace warpscope::ui
