#include "insight/source_lines.hpp"
#include "ui/panels/block/block_panels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/named_group.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/block/moment_veil.hpp"
#include "ui/panels/block/timeline_drawing.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using Rows = TimelineRows;
using metrics::TimelineStep;
using metrics::TimelineWarp;

constexpr float widest_instruction = 90;
constexpr float axis_height = 20;

std::string summary(const insight::BlockView& block_view) {
    uint64_t instructions = 0, lanes = 0;
    uint32_t diverged = 0;
    for (const TimelineWarp& warp : block_view.timeline.warps) {
        bool splits = false;
        for (const TimelineStep& step : warp.steps) {
            instructions += step.end - step.begin;
            lanes += uint64_t{step.end - step.begin} * static_cast<uint64_t>(std::popcount(step.active));
            splits = splits || step.splits;
        }
        diverged += splits ? 1 : 0;
    }
    const size_t warps = block_view.timeline.warps.size();
    const double mean = instructions == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(instructions);
    const std::string diverging =
        diverged == 1 ? tr_count(warps, "{} of {} warp diverges", "{} of {} warps diverges", diverged, warps)
                      : tr_count(warps, "{} of {} warp diverge", "{} of {} warps diverge", diverged, warps);
    return diverging + tr_format("; {} warp instructions (PTX) with {} of 32 lanes active on average",
                                 grouped(instructions), fixed(mean, 1));
}

void tip(const Rows& rows, uint32_t warp, double place, const TimelineStep& step) {
    const Look& look = rows.look;
    const Palette& c = *look.colors;
    const metrics::TraceStep& kept = rows.block_view.trace->steps[step.step];
    const uint32_t pc = kept.first_pc + static_cast<uint32_t>(place - step.begin);
    const session::RunResult& result = *rows.block_view.result;
    const uint32_t line = insight::source_line(result, pc);
    const auto active = std::popcount(step.active), waiting = std::popcount(step.waiting);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(10), look.px(8)});
    if (!keys_hide_tooltips() && ImGui::BeginTooltip()) {
        text(look,
             tr_format(
                 "warp {}: {} of 32 lanes active{}{}", warp, active, waiting > 0 ? tr_format(", {} wait", waiting) : "",
                 active + waiting < 32 ? tr_format(", {} have ended or do not exist", 32 - active - waiting) : ""),
             {Face::strong, size_body, 0});
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy(lane_squares(look, *ImGui::GetWindowDrawList(), at, step.active, step.waiting));
        if (line > 0) {
            text(look, tr_format("line {}", line), {Face::text, size_small, c.muted});
            ImGui::SameLine(0, look.px(8));
            text(look, insight::source_text(result, line), {Face::mono, size_code, 0}, look.px(560));
        }
        text(look, result.measured->program().instructions()[pc].text, {Face::mono, size_code, c.muted}, look.px(620));
        std::string note = tr_count(kept.interval, "after {} barrier", "after {} barriers", kept.interval);
        if (step.splits)
            note += tr_format("; its branch then sends {} of them down a different path", std::popcount(kept.taken));
        if (kept.barrier) note += tr("; then waits at a barrier");
        text(look, note, {Face::text, size_small, c.muted});
        if (line > 0) text(look, tr("Click to see the line in the source."), {Face::text, size_small, c.muted});
        ImGui::EndTooltip();
    }
    ImGui::PopStyleVar();
}

void gap_tip(const Rows& rows, uint32_t warp, double place) {
    const metrics::Timeline& timeline = rows.block_view.timeline;
    const std::vector<TimelineStep>& steps = timeline.warps[warp].steps;
    if (steps.empty() || place < steps.front().begin || place >= timeline.length) return;
    if (place >= steps.back().end) {
        tooltip(rows.look, tr_format("warp {} has ended", warp));
        return;
    }
    std::string others;
    for (uint32_t other = 0; other < timeline.warps.size(); ++other)
        if (timeline.at(other, place) != nullptr) others += fmt::format("{}{}", others.empty() ? "" : ", ", other);
    tooltip(rows.look, tr_format("warp {} waits at the barrier; not there yet: {}", warp, others));
}

void legend(const Look& look, bool with_hints, bool in_time) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colors;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float bottom = at.y + look.px(12);
    float x = at.x;
    auto say = [&](std::string_view words) {
        words_at(look, list, Face::text, size_small, {x, at.y - look.px(2)}, c.muted, words);
        x += look.measure(Face::text, size_small, words).x + look.px(16);
    };
    if (in_time) {
        list.AddRectFilled({x + look.px(3), at.y}, {x + look.px(5.5f), bottom}, c.accent);
        list.AddTriangleFilled({x, at.y}, {x + look.px(8), at.y}, {x + look.px(4), at.y + look.px(6)}, c.accent);
        x += look.px(13);
        say(tr("now: share of its lines that each warp has executed"));
    }
    for (int k = 0; k < 32; ++k)
        list.AddRectFilled({x + look.px(2.5f) * static_cast<float>(k), at.y},
                           {x + look.px(2.5f) * static_cast<float>(k + 1), bottom},
                           lane_color(static_cast<uint32_t>(k) + 1));
    x += look.px(86);
    say(tr("1 to 32 active lanes"));
    list.AddRectFilled({x, at.y}, {x + look.px(24), bottom}, lane_color(16));
    hatch(list, {x, at.y}, {x + look.px(24), bottom}, look.px(6), std::max(1.0f, look.px(1.25f)),
          ink_on(lane_color(16)));
    x += look.px(30);
    say(tr("diverged: other lanes wait"));
    const float s = look.px(5), stroke = std::max(1.5f, look.px(1.75f));
    list.AddTriangle({x, at.y + s}, {x + s, at.y}, {x + s, at.y + 2 * s}, c.bar_diverged, stroke);
    x += look.px(11);
    say(tr("splits"));
    list.AddTriangle({x + s, at.y + s}, {x, at.y}, {x, at.y + 2 * s}, c.bar_full, stroke);
    x += look.px(11);
    say(tr("lanes reconverge"));
    list.AddRectFilled({x, at.y}, {x + std::max(1.0f, look.px(1.25f)), bottom}, c.text);
    list.AddTriangleFilled({x - look.px(3), at.y}, {x + look.px(5), at.y}, {x + look.px(1), at.y + look.px(6)}, c.text);
    x += look.px(10);
    say(tr("barrier: all continue"));
    list.AddLine({x, at.y + look.px(6)}, {x + look.px(18), at.y + look.px(6)}, c.line_strong,
                 std::max(1.0f, look.px(1.5f)));
    x += look.px(23);
    say(tr("waits at a barrier"));
    const std::string_view how = with_hints ? tr("across: instructions, not time · wheel zooms, drag pans")
                                            : tr("across: instructions, not time");
    if (x + look.measure(Face::text, size_small, how).x < at.x + ImGui::GetContentRegionAvail().x) say(how);
    ImGui::Dummy({0, look.px(15)});
}

} // namespace

void timeline_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const insight::BlockView* block_view =
        block_view_header(model, model.block_view ? summary(*model.block_view) : "", commands);
    if (block_view == nullptr) return;
    if (block_view->timeline.length == 0) {
        text(look, tr("The block executed nothing."), {Face::text, size_body, look.colors->muted});
        return;
    }
    if (ImGui::GetContentRegionAvail().y > look.px(130))
        legend(look, !model.still, interval_now(model, *block_view).has_value());
    ImGui::BeginChild("timeline rows", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollWithMouse);
    const ImVec2 top = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const auto warps = static_cast<float>(block_view->timeline.warps.size());
    const float labels = look.px(timeline_label_width), axis = look.px(axis_height);
    const float height = std::clamp((size.y - axis - look.px(2)) / warps, look.px(9), look.px(120));
    const bool scrolls = axis + height * warps > size.y + 1;
    const float room = size.x - labels - (scrolls ? look.px(14) : look.px(2));
    const double length = block_view->timeline.length;
    const Strip strip = fitted(model.block_view_state.timeline, length, room / look.scale, widest_instruction);
    const Rows rows{look,
                    *block_view,
                    *ImGui::GetWindowDrawList(),
                    {origin.x + labels, origin.y + axis},
                    {origin.x + labels + room, origin.y + axis + height * warps},
                    strip,
                    height};
    ImGui::InvisibleButton("timeline##area", {labels + room, axis + height * warps});
    record_area("timeline", {rows.min.x, rows.min.y}, {rows.max.x, std::min(rows.max.y, top.y + size.y)});
    const bool hovered = ImGui::IsItemHovered();

    const float bottom = std::min(rows.max.y, top.y + size.y);
    {
        const render::NamedGroup group(rows.list, "timeline-axis");
        draw_axis(rows, top.y, bottom);
    }
    rows.list.PushClipRect({top.x, top.y + axis}, {top.x + size.x, top.y + size.y}, true);
    const auto first = static_cast<uint32_t>(std::max(0.0f, (top.y + axis - rows.min.y) / height));
    for (uint32_t w = first; w < block_view->timeline.warps.size(); ++w) {
        if (rows.min.y + height * static_cast<float>(w) > top.y + size.y) break;
        const render::NamedGroup group(rows.list, fmt::format("timeline-warp-{}", w));
        draw_warp(rows, w);
    }
    rows.list.PopClipRect();
    {
        const render::NamedGroup group(rows.list, "timeline-barriers");
        draw_barriers(rows, top.y + look.px(13), bottom);
    }
    if (const auto now = interval_now(model, *block_view); now && *now < block_view->timeline.barriers.size())
        draw_veil(look, rows.list, {std::max(rows.min.x, rows.x(block_view->timeline.barriers[*now])), top.y + axis},
                  {std::min(rows.max.x, rows.x(length)), bottom});

    draw_cursors(rows, warps_now(model, *block_view), {top.x, top.y + axis}, {top.x + size.x, bottom});

    const Strip next =
        handle_strip(look, model.block_view_state.timeline, length, widest_instruction, rows.min.x, room, hovered);
    if (!(next == model.block_view_state.timeline)) {
        BlockViewState view = model.block_view_state;
        view.timeline = next;
        commands.push_back(SetBlockViewState{view});
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double place = rows.place(mouse.x);
    const auto warp = static_cast<uint32_t>(std::max(0.0f, (mouse.y - rows.min.y) / height));
    if (hovered && mouse.x >= rows.min.x && mouse.y >= rows.min.y && !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        if (const TimelineStep* step = block_view->timeline.at(warp, place)) {
            tip(rows, warp, place, *step);
            const uint32_t pc =
                block_view->trace->steps[step->step].first_pc + static_cast<uint32_t>(place - step->begin);
            const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                                 ImGui::GetIO().MouseDragMaxDistanceSqr[0] < look.px(4) * look.px(4);
            if (const uint32_t line = insight::source_line(*block_view->result, pc); clicked && line > 0)
                commands.push_back(GotoLine{line});
        } else if (warp < block_view->timeline.warps.size()) {
            gap_tip(rows, warp, place);
        }
    }
    ImGui::EndChild();
}

} // namespace warpscope::ui
