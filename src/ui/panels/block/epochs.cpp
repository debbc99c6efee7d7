// Interval diagram: elements across, intervals down; lines connect writes with their sources.
#include "insight/source_lines.hpp"
#include "ui/panels/block/block_panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/named_group.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/block/interval_drawing.hpp"
#include "ui/panels/block/moment_veil.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/wording/untold_line.hpp"

namespace warpscope::ui {

namespace {

using metrics::Flow;
using metrics::FlowArray;
using metrics::FlowSource;
using metrics::FlowWrite;
using metrics::IntervalDiagram;
using metrics::no_write;

constexpr float widest_column = 110;
constexpr float head_height = 20, foot_height = 28; // the foot marks values that other arrays use

std::string element_name(const FlowArray& array, uint64_t element) {
    if (array.kind == FlowArray::Kind::registers) return tr_format("thread {}", element);
    return fmt::format("{}[{}]", array.name, element);
}

void array_choice(const Model& model, uint32_t chosen, Commands& commands) {
    const Look& look = model.look;
    const std::vector<FlowArray>& arrays = model.block_view->flow.arrays;
    const float top = ImGui::GetCursorPosY();
    for (uint32_t k = 0; k < arrays.size(); ++k) {
        if (arrays[k].writes == 0) continue;
        const Label label = tr_label_of(
            [&] {
                return arrays[k].kind == FlowArray::Kind::shared ? tr_format("{} (shared)", arrays[k].name)
                                                                 : arrays[k].name;
            },
            "##array");
        if (model.still) {
            if (k != chosen) continue;
            ImGui::SetCursorPosY(top + look.px(4));
            text(look, label.words(), {Face::strong, size_small, 0});
            ImGui::SameLine(0, look.px(10));
            continue;
        }
        if (pill(look, label, k == chosen,
                 tr_format("{} writes of this block, {} values from one element to another", grouped(arrays[k].writes),
                           grouped(arrays[k].inner)))) {
            BlockViewState view = model.block_view_state;
            view.array = arrays[k].name;
            view.epochs = {};
            commands.push_back(SetBlockViewState{view});
        }
        ImGui::SameLine(0, look.px(6));
    }
    ImGui::SetCursorPosY(top + look.px(4));
    words_beside_or_below(look, tr("Lines show which elements each value was computed from (data flow only)"), top,
                          look.px(27));
}

uint32_t write_under(const IntervalPlace& place, ImVec2 mouse) {
    const double column =
        place.strip.first + static_cast<double>((mouse.x - place.min.x) / place.look.px(place.strip.width));
    const auto row = static_cast<int>(std::floor((mouse.y - place.min.y) / place.height - 0.5f));
    if (mouse.x < place.min.x || mouse.x > place.right || column < 0 || row < 0 ||
        column >= static_cast<double>(place.diagram.elements.size()) ||
        row >= static_cast<int>(place.diagram.rows.size()))
        return no_write;
    return metrics::write_at(place.block_view.flow, place.diagram, static_cast<size_t>(column),
                             static_cast<size_t>(row));
}

void tip(const IntervalPlace& place, uint32_t index, size_t chain) {
    const Flow& flow = place.block_view.flow;
    const FlowWrite& write = flow.writes[index];
    const session::RunResult& result = *place.block_view.result;
    const std::string element = element_name(flow.arrays[write.array], write.element);
    const uint32_t warp = write.thread / warp_size, lane = write.thread % warp_size;
    std::string words = write.atomic
                            ? tr_count(write.interval, "{}: changed by thread {} (warp {}, lane {}) after {} barrier",
                                       "{}: changed by thread {} (warp {}, lane {}) after {} barriers", element,
                                       write.thread, warp, lane, write.interval)
                            : tr_count(write.interval, "{}: written by thread {} (warp {}, lane {}) after {} barrier",
                                       "{}: written by thread {} (warp {}, lane {}) after {} barriers", element,
                                       write.thread, warp, lane, write.interval);
    std::string from;
    uint32_t named = 0;
    for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s) {
        const FlowSource& source = flow.sources[s];
        if (++named > 8) continue;
        from += (from.empty() ? "" : ", ") + element_name(flow.arrays[source.array], source.element) +
                (source.by_address ? tr(" (as an index)") : "");
    }
    if (named > 8) from += tr_format(" and {} more", named - 8);
    words += from.empty() ? tr("\nComputed from constants and indices.") : tr_format("\nComputed from {}.", from);
    if (chain > 1) words += tr_format("\nBased on {} earlier writes (marked).", grouped(chain - 1));
    if (const uint32_t line = insight::source_line(result, write.pc); line > 0)
        words += tr_format("\nline {}: {}", line, insight::source_text(result, line));
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    tooltip_outside(place.look, words, at, {at.x + size.x, at.y + size.y});
}

std::string omitted(const insight::BlockView& block_view, const IntervalDiagram& diagram) {
    std::set<uint32_t> written;
    for (const metrics::IntervalRow& row : diagram.rows) written.insert(row.interval);
    const size_t all = block_view.timeline.barriers.size() + 1;
    if (written.size() >= all) return "";
    const size_t out = all - written.size();
    return tr_count(out, "{} interval without writes is hidden", "{} intervals without writes are hidden", out);
}

IntervalBars bars_within(const Look& look, float width) {
    return width > look.px(760)   ? IntervalBars::bars
           : width > look.px(460) ? IntervalBars::numbers
                                  : IntervalBars::none;
}

Strip strip_within(const Model& model, const IntervalDiagram& diagram, float room) {
    return fitted(model.block_view_state.epochs, static_cast<double>(diagram.elements.size()), room / model.look.scale,
                  widest_column);
}

/// Makes rows as high as in a diagram with at least `room_for` rows, so that adjacent diagrams match.
void diagram_view(const Model& model, uint32_t array, const char* area, size_t room_for, Commands& commands) {
    const Look& look = model.look;
    const insight::BlockView& block_view = *model.block_view;
    const IntervalDiagram& diagram = block_view.diagrams[array];
    const LaunchConfig& config = block_view.result->measured->launches()[block_view.trace->launch].config;
    const auto threads = static_cast<uint32_t>(config.threads_per_block());

    ImGui::BeginChild("epoch rows", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollWithMouse);
    const ImVec2 top = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), at = ImGui::GetCursorScreenPos();
    const auto rows = static_cast<float>(diagram.rows.size());
    const auto max_rows = static_cast<float>(std::max(diagram.rows.size(), room_for));
    const float head = look.px(head_height), label = look.px(interval_label_width);
    const IntervalBars what = bars_within(look, size.x);
    const float bars = look.px(width_of(what));
    const float free = size.y - head - look.px(8);
    const float height =
        std::clamp(std::min(free / (max_rows + 0.75f), (free - look.px(foot_height)) / std::max(1.0f, max_rows)),
                   look.px(14), look.px(model.presentation ? 96 : 64));
    const float foot = std::max(0.75f * height, look.px(foot_height));
    const float contents = head + look.px(8) + height * rows + foot;
    const float room = size.x - label - bars - look.px(contents > size.y + 1 ? 14 : 2);
    const auto count = static_cast<double>(diagram.elements.size());
    const Strip strip = strip_within(model, diagram, room);
    const IntervalPlace place{look,
                              block_view,
                              diagram,
                              *ImGui::GetWindowDrawList(),
                              {at.x + label, at.y + head + look.px(5)},
                              at.x + label + room,
                              height,
                              strip,
                              what};
    ImGui::InvisibleButton("epochs##area", {label + room + bars, contents});
    const float end = std::min(place.right, place.min.x + look.px(strip.width) * static_cast<float>(count));
    record_area(area, {at.x + label, std::max(at.y, top.y) + head}, {end, top.y + std::min(size.y, contents)});
    const bool hovered = ImGui::IsItemHovered();
    const Strip next =
        handle_strip(look, model.block_view_state.epochs, count, widest_column, place.min.x, room, hovered);
    if (!(next == model.block_view_state.epochs)) {
        BlockViewState view = model.block_view_state;
        view.epochs = next;
        commands.push_back(SetBlockViewState{view});
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::set<uint32_t> marked;
    const uint32_t under =
        hovered && !ImGui::IsMouseDragging(ImGuiMouseButton_Left) ? write_under(place, mouse) : no_write;
    if (under != no_write) {
        const std::vector<uint32_t> chain = metrics::ancestors(block_view.flow, diagram, under);
        marked.insert(chain.begin(), chain.end());
    }
    place.list.PushClipRect({top.x, top.y + head}, {top.x + size.x, top.y + size.y}, true);
    for (size_t row = 0; row < diagram.rows.size(); ++row) {
        if (place.y(static_cast<int>(row)) < top.y || place.y(static_cast<int>(row)) > top.y + size.y + height)
            continue;
        const render::NamedGroup group(place.list, fmt::format("epochs-row-{}", row));
        draw_interval_label(place, row);
        if (what != IntervalBars::none)
            draw_interval_bars(place, row, threads, static_cast<uint32_t>(config.warps_per_block()));
    }
    place.list.PushClipRect({place.min.x, top.y + head}, {place.right, top.y + size.y}, true);
    {
        const render::NamedGroup group(place.list, "epochs-flow");
        draw_interval_rows(place, marked, top.y, top.y + size.y);
    }
    place.list.PopClipRect();
    draw_interval_exits(place, at.y + contents - look.px(2));
    if (const auto now = interval_now(model, block_view)) {
        const auto coming = std::ranges::upper_bound(diagram.rows, *now, {},
                                                     [](const metrics::IntervalRow& row) { return row.interval; });
        const auto done = static_cast<int>(coming - diagram.rows.begin());
        if (coming != diagram.rows.end())
            draw_veil(look, place.list, {top.x, place.y(done - 1) + place.height / 2},
                      {top.x + size.x, std::min(top.y + size.y, at.y + contents)});
    }
    place.list.PopClipRect();
    {
        const render::NamedGroup group(place.list, "epochs-heading");
        draw_interval_heading(place, top.y, threads, static_cast<uint32_t>(config.warps_per_block()));
    }
    if (under != no_write) {
        tip(place, under, marked.size());
        if (block_view.trace->launch + 1 == block_view.result->measured->launches().size())
            commands.push_back(PointThread{static_cast<metrics::ThreadId>(block_view.trace->block * threads +
                                                                          block_view.flow.writes[under].thread + 1)});
    }
    ImGui::EndChild();
}

void one_run(const Model& model, const char* area, size_t room_for, Commands& commands) {
    const Look& look = model.look;
    std::string about;
    const auto array = model.block_view ? chosen_array(*model.block_view, model.block_view_state) : std::nullopt;
    if (array) {
        const IntervalDiagram& diagram = model.block_view->diagrams[*array];
        const float width = ImGui::GetContentRegionAvail().x;
        const float room = width - look.px(interval_label_width + width_of(bars_within(look, width)) + 2);
        about = omitted(*model.block_view, diagram);
        if (has_circles(strip_within(model, diagram, room)))
            about += fmt::format("{}{}", about.empty() ? "" : " · ", tr("circles have the color of their warp"));
    }
    if (model.block_view && model.block_view->flow.truncated)
        about = tr("values were followed only through the start of the block");
    if (model.block_view && model.block_view->flow.calls) about = tr("values were not followed into called functions");
    const insight::BlockView* block_view = block_view_header(model, about, commands);
    if (block_view == nullptr) return;
    if (!array) {
        text(look, tr("This block wrote nothing to show here."), {Face::text, size_body, look.colors->muted});
        return;
    }
    array_choice(model, *array, commands);
    diagram_view(model, *array, area, room_for, commands);
}

size_t rows_of(const insight::BlockView* block_view, const BlockViewState& view) {
    const auto array = block_view != nullptr ? chosen_array(*block_view, view) : std::nullopt;
    return array ? block_view->diagrams[*array].rows.size() : 0;
}

void two_runs(const Model& model, Commands& commands) {
    Model pinned = model;
    pinned.result = model.baseline.result;
    pinned.block_view = model.baseline.block_view;
    pinned.block_view_problem = model.baseline.block_view_problem;
    pinned.selection = model.baseline.selection;
    const size_t rows = std::max(rows_of(pinned.block_view.get(), model.block_view_state),
                                 rows_of(model.block_view.get(), model.block_view_state));
    const float gap = model.look.px(24), half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
    auto side = [&](const Model& of, std::string_view name, const char* area, Commands& asked) {
        ImGui::BeginChild(area, {half, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar);
        const session::RunResult& run = of.block_view ? *of.block_view->result : *of.result;
        paragraph(of.look, fmt::format("{}: {}", name, run_title(run, run_name(of, run))));
        one_run(of, area, rows, asked);
        ImGui::EndChild();
    };
    Commands of_pinned;
    side(pinned, tr("baseline"), "pinned epochs", of_pinned);
    ImGui::SameLine(0, gap);
    side(model, tr("current"), "epochs", commands);
    // Synchronizes only pan and zoom: the pinned run has other thread ids.
    for (const Command& command : of_pinned)
        if (command.is<SetBlockViewState>()) commands.push_back(command);
}

} // namespace

void epochs_panel(const Model& model, Commands& commands) {
    const Baseline& pinned = model.baseline;
    if (model.result && pinned.result != model.result && (pinned.block_view || pinned.block_view_problem))
        two_runs(model, commands);
    else
        one_run(model, "epochs", 0, commands);
}

} // namespace warpscope::ui
