// Source: the kernel's text with what each line cost, or with the compiler's complaint at its line.
#include "ui/panels.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "ui/code_view.hpp"
#include "ui/test_hooks.hpp"
#include "ui/widgets.hpp"

namespace warpscope::ui {

namespace {

struct Columns {
    float code = 0, executions = 0, lanes = 0, sectors = 0; // left edges, relative to the panel
    bool with_costs = true;
};

Columns columns(const Look& look, float width) {
    Columns c;
    c.code = look.px(46);
    c.with_costs = width > look.px(620);
    c.executions = width - look.px(width > look.px(1000) ? 560 : 390);
    c.lanes = width - look.px(width > look.px(1000) ? 420 : 280);
    c.sectors = width - look.px(width > look.px(1000) ? 170 : 130);
    return c;
}

void put(const Look& look, ImDrawList& list, Face face, float size, ImVec2 at, ImU32 colour, std::string_view words) {
    record_text(words);
    list.AddText(look.font(face), look.px(size), at, colour, words.data(), words.data() + words.size());
}

void draw_costs(const Look& look, ImDrawList& list, const Columns& columns, ImVec2 at, const metrics::LineCost& cost) {
    const Palette& c = *look.colours;
    put(look, list, Face::mono, size_code, {at.x + columns.executions, at.y}, c.text, grouped(cost.executions));
    if (cost.executions > 0) {
        const double lanes = static_cast<double>(cost.active_lanes) / static_cast<double>(cost.executions);
        const float full = columns.sectors - columns.lanes - look.px(70);
        const float y = at.y + look.px(4.5f), bar = full * static_cast<float>(lanes / warp_size);
        const bool split = cost.divergent_branches > 0;
        const float x = at.x + columns.lanes;
        list.AddRectFilled({x, y}, {x + full, y + look.px(8)}, c.track, look.px(2));
        list.AddRectFilled({x, y}, {x + bar, y + look.px(8)}, split ? c.bar_diverged : c.bar_full, look.px(2));
        put(look, list, Face::mono, size_code, {x + full + look.px(8), at.y}, c.text, fixed(lanes, 1));
    }
    if (cost.global_requests > 0) {
        const auto n = static_cast<double>(cost.global_requests);
        put(look, list, Face::mono, size_code, {at.x + columns.sectors, at.y}, c.text,
            fmt::format("{} of {}", fixed(static_cast<double>(cost.global_sectors) / n, 1),
                        fixed(static_cast<double>(cost.global_sectors_ideal) / n, 1)));
    } else if (cost.shared_requests > 0) {
        put(look, list, Face::mono, size_code, {at.x + columns.sectors, at.y}, c.muted,
            fmt::format("{} passes",
                        fixed(static_cast<double>(cost.shared_passes) / static_cast<double>(cost.shared_requests), 1)));
    }
}

std::string cost_tip(const metrics::LineCost& cost) {
    std::string tip = fmt::format("{} warp instructions on this line.", grouped(cost.executions));
    if (cost.branches > 0)
        tip += fmt::format("\n{} of {} branches split their warp.", grouped(cost.divergent_branches),
                           grouped(cost.branches));
    if (cost.global_requests > 0)
        tip += fmt::format("\n{} global requests moved {} sectors; the fewest possible are {}.",
                           grouped(cost.global_requests), grouped(cost.global_sectors),
                           grouped(cost.global_sectors_ideal));
    if (cost.shared_requests > 0)
        tip += fmt::format("\n{} shared-memory requests took {} passes.", grouped(cost.shared_requests),
                           grouped(cost.shared_passes));
    return tip + "\nCounted on PTX.";
}

void heading(const Model& model, const Columns& columns, const std::string& file, bool costs) {
    const Look& look = model.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = at.y + look.px(2);
    put(look, list, Face::strong, size_small - 0.5f, {at.x + columns.code, y}, look.colours->muted, file);
    if (costs) {
        put(look, list, Face::strong, size_small - 0.5f, {at.x + columns.executions, y}, look.colours->muted,
            "warp instructions");
        put(look, list, Face::strong, size_small - 0.5f, {at.x + columns.lanes, y}, look.colours->muted,
            "active lanes of 32");
        put(look, list, Face::strong, size_small - 0.5f, {at.x + columns.sectors, y}, look.colours->muted,
            "sectors per req.");
    }
    ImGui::Dummy({0, look.px(20)});
}

void failure_box(const Look& look, const Diagnostic& failure) {
    begin_box(look, "compile failure", BoxKind::error);
    std::string words = failure.text();
    paragraph(look, words, {Face::mono, size_code, look.colours->error_text});
    end_box();
}

} // namespace

void source_panel(const Model& model, Commands&) {
    const Look& look = model.look;
    const bool failed = !model.failed_source.empty() && model.failure;
    if (model.failure && !failed && model.failure->kind != ErrorKind::usage) failure_box(look, *model.failure);
    if (!model.result && !failed) {
        if (!model.failure) text(look, "The kernel's text appears here.", {Face::text, size_body, look.colours->muted});
        return;
    }
    const std::string_view source =
        failed ? std::string_view(model.failed_source) : std::string_view(model.result->source);
    const std::filesystem::path path =
        failed ? std::filesystem::path(model.failure->where.file) : model.result->variant().source;
    const std::string file = path.parent_path().filename().string() + "/" + path.filename().string();

    const float width = ImGui::GetContentRegionAvail().x;
    Columns place = columns(look, width);
    const bool costs = place.with_costs && !failed;
    heading(model, place, file, costs);
    std::map<uint32_t, const metrics::LineCost*> by_line;
    if (costs)
        for (const metrics::LineCost& cost : model.result->shown().lines)
            if (std::filesystem::path(cost.file).filename() == path.filename()) by_line[cost.line] = &cost;

    ImGui::BeginChild("source text", {0, 0}, ImGuiChildFlags_None,
                      costs ? ImGuiWindowFlags_None : ImGuiWindowFlags_HorizontalScrollbar);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<std::string_view> lines = split_lines(source);
    const float row = look.px(code_row_height);
    bool in_comment = false;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (size_t i = 0; i < lines.size(); ++i) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const ImVec2 end{at.x + width, at.y + row};
        const bool complained = failed && model.failure->where.line == i + 1;
        const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, end);
        const bool marked = complained || model.goto_line == i + 1;
        if (complained)
            list.AddRectFilled(at, end, look.colours->error);
        else if (marked)
            list.AddRectFilled(at, end, look.colours->row_marked);
        else if (hovered)
            list.AddRectFilled(at, end, look.colours->row_hovered);
        const float text_y = at.y + std::round((row - look.px(size_code)) / 2) - look.px(1);
        draw_line_number(look, list, {at.x + look.px(34), text_y}, i + 1);
        const auto cost = by_line.find(static_cast<uint32_t>(i + 1));
        if (costs) list.PushClipRect(at, {at.x + place.executions - look.px(12), end.y}, true);
        draw_tokens(look, list, {at.x + place.code, text_y}, cuda_tokens(lines[i], in_comment));
        if (costs) list.PopClipRect();
        record_text(lines[i]);
        if (cost != by_line.end()) {
            draw_costs(look, list, place, {at.x, text_y}, *cost->second);
            if (hovered && ImGui::GetIO().MousePos.x > at.x + place.executions - look.px(8))
                tooltip(look, cost_tip(*cost->second));
        }
        ImGui::Dummy({costs ? width : look.measure(Face::mono, size_code, lines[i]).x + place.code, row});
        if (marked && model.goto_line) ImGui::SetScrollHereY(0.4f);
        if (complained) {
            const ImVec2 below = ImGui::GetCursorScreenPos();
            ImGui::SetCursorScreenPos({below.x + place.code, below.y});
            ImGui::BeginChild("complaint", {width - place.code - look.px(20), 0}, ImGuiChildFlags_AutoResizeY);
            paragraph(look, model.failure->message, {Face::mono, size_code, look.colours->error_text});
            ImGui::EndChild();
        }
    }
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

} // namespace warpscope::ui
