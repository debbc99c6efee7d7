#include "base/text.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "insight/warp_splits.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/heat_text.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/wording/machine_text.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

struct CardLine {
    std::string words;
    Face face = Face::text;
    bool muted = false;
};

std::string ownerless_words(const Model& model, const insight::ThreadFacts& facts) {
    if (!model.trace || model.trace->block != facts.block_number) return tr("owns no cell");
    const auto stored = insight::last_stored_cell(*model.result, *model.trace, facts.thread_number);
    if (!stored) return model.trace->truncated ? tr("owns no cell") : tr("idle: writes no cell");
    const std::string cell = cell_name(model.result->prepared.plan.buffers[stored->buffer].layout, stored->cell);
    return stored->buffer == model.result->prepared.output_buffer ? tr_format("another thread also writes {}", cell)
                                                                  : tr_format("writes {}", cell);
}

void add_branch_fates(std::vector<CardLine>& lines, const Model& model, const insight::ThreadFacts& facts) {
    constexpr size_t max_lines = 2;
    const bool is_traced = model.trace && model.trace->block == facts.block_number;
    if (!is_traced || facts.record.divergent_branches == 0) return;
    if (model.paint || !is_overlay_on(model, render::Overlay::divergence)) return;
    const std::vector<uint32_t> splits = insight::split_lines(*model.result, *model.trace, facts.warp);
    const bool names_lines = model.machine && splits.size() > 1;
    for (size_t i = 0; i < std::min(splits.size(), names_lines ? max_lines : 1); ++i) {
        std::string words = branch_fate_text(model.machine.get(), *model.result, splits[i]);
        std::erase(words, '`');
        if (names_lines && splits[i] > 0) words = fmt::format("{}: {}", tr_format("line {}", splits[i]), words);
        lines.push_back({std::move(words), Face::text, true});
    }
}

std::vector<CardLine> card_lines(const Model& model) {
    std::vector<CardLine> lines;
    const session::RunResult& result = *model.result;
    const auto cell = cell_facts(result, model.selection);
    if (model.selection.thread != 0) {
        const insight::ThreadFacts facts = thread_facts(result, model.selection);
        lines.push_back({thread_title(result, facts), Face::mono_strong, false});
        const bool in_launch =
            model.selection.pointed && model.selection.pointed->content.space == render::Space::launch;
        // If several threads add to the cell, its owner is arbitrary.
        const bool names_thread = !facts.adds_up || in_launch;
        if (names_thread) {
            lines.push_back({tr_format("thread {} of block {}", index_text(facts.thread), index_text(facts.block))});
            lines.push_back({tr_format("warp {}, lane {}: {}", facts.warp, facts.lane,
                                       warp_state(result, facts, model.trace.get()))});
            add_branch_fates(lines, model, facts);
        }
        const bool adds_blocks = model.trace && facts.writes > 0 && facts.writes <= result.shown().config.blocks() &&
                                 render::merges_partial_sum(result, *model.trace, model.selection);
        if (adds_blocks)
            lines.push_back({tr_count(facts.writes, "a thread added the sum of {} block to this cell",
                                      "threads added the sums of {} blocks to this cell", grouped(facts.writes)),
                             Face::text, true});
        else if (facts.adds_up && facts.writes > 1 && !in_launch)
            lines.push_back({tr_count(facts.writes, "threads add {} time to this cell",
                                      "threads add {} times to this cell", grouped(facts.writes)),
                             Face::text, true});
        else if (facts.adds_up)
            lines.push_back({facts.output_name.empty() ? std::string(tr("many threads add to this cell"))
                                                       : tr_format("many threads add to {}", facts.output_name),
                             Face::text, true});
        else if (!facts.owns)
            lines.push_back({ownerless_words(model, facts), Face::text, true});
        if (const std::string loaded = loaded_text(result, model.trace.get(), facts); names_thread && !loaded.empty())
            lines.push_back({tr_format("reads {}", loaded), Face::mono, true});
        if (!facts.output_value.empty())
            lines.push_back({facts.output_name + " = " + output_words(model, facts), Face::mono, true});
    }
    const bool of_output = cell && model.selection.pointed->content.space == render::Space::output;
    if (cell && (!of_output || model.selection.thread == 0)) {
        lines.push_back({cell->value.empty() ? cell->name
                                             : cell->name + " = " +
                                                   value_at_moment(model, model.selection.pointed->content,
                                                                   model.selection.pointed->index, cell->value),
                         lines.empty() ? Face::mono_strong : Face::mono, false});
        const std::vector<NamedFact> heats = heat_facts(model);
        const bool tells_loads = std::ranges::find(heats, "loads", &NamedFact::name) != heats.end();
        if (cell->reads && *cell->reads > 0 && !tells_loads)
            lines.push_back({tr_format("read {}", times_text(*cell->reads, cell->channels)), Face::text, true});
    }
    for (const NamedFact& heat : heat_facts(model))
        lines.push_back({fmt::format("{}: {}", tr(heat.name), heat.value), Face::text, false});
    // Says "Previous run", because the input's view may already show the next picture.
    const bool is_previous = model.pending_input && model.run_words.empty();
    const std::string run = is_previous ? std::string(tr("Previous run")) : model.run_words;
    if (!lines.empty() && !run.empty()) lines.insert(lines.begin(), {run, Face::text, true});
    return lines;
}

void break_lines(const Look& look, std::vector<CardLine>& lines, float type, float max_width) {
    for (size_t i = 0; i < lines.size(); ++i) {
        const CardLine line = lines[i];
        if (look.measure(line.face, type, line.words).x <= max_width) continue;
        size_t end = std::string::npos;
        for (size_t at = line.words.find(", "); at != std::string::npos; at = line.words.find(", ", at + 1))
            if (look.measure(line.face, type, line.words.substr(0, at + 1)).x <= max_width) end = at + 1;
        if (end == std::string::npos)
            for (size_t at = line.words.find(' ', line.words.find_first_not_of(' ')); at != std::string::npos;
                 at = line.words.find(' ', at + 1))
                if (look.measure(line.face, type, line.words.substr(0, at)).x <= max_width) end = at;
        if (end == std::string::npos) continue;
        lines[i].words = line.words.substr(0, end);
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     {"  " + line.words.substr(end + 1), line.face, line.muted});
    }
}

float covered(ImVec2 at, ImVec2 size, const std::vector<KeepInSight>& keep) {
    float sum = 0;
    for (const KeepInSight& one : keep)
        sum += one.weight * std::max(0.0f, std::min(one.max.x, at.x + size.x) - std::max(one.min.x, at.x)) *
               std::max(0.0f, std::min(one.max.y, at.y + size.y) - std::max(one.min.y, at.y));
    return sum;
}

struct BestPlace {
    ImVec2 size;
    const std::vector<KeepInSight>& keep;
    ImVec2 at{};
    float lowest = FLT_MAX;

    void offer(ImVec2 place) {
        if (lowest <= 0) return;
        const float here = covered(place, size, keep);
        if (here >= lowest) return;
        lowest = here;
        at = place;
    }
};

constexpr int steps = 10;

ImVec2 place_for_pin(ImVec2 min, ImVec2 max, ImVec2 size, const std::vector<KeepInSight>& keep) {
    BestPlace best{size, keep};
    for (const float across : {1.0f, 0.0f, 0.75f, 0.25f, 0.5f})
        for (int k = 0; k <= steps; ++k)
            best.offer({min.x + across * (max.x - size.x - min.x),
                        min.y + (max.y - size.y - min.y) * static_cast<float>(k) / steps});
    return best.at;
}

ImVec2 place_at_cursor(ImVec2 cursor, float away, ImVec2 min, ImVec2 max, ImVec2 size,
                       const std::vector<KeepInSight>& keep) {
    const float right = cursor.x + away, left = cursor.x - away - size.x;
    const float below = cursor.y + away, above = cursor.y - away - size.y;
    const bool fits_right = right + size.x <= max.x, fits_below = below + size.y <= max.y;
    const bool fits_left = left >= min.x, fits_above = above >= min.y;
    BestPlace best{size, keep};
    const ImVec2 usual{fits_right ? right : left, fits_below ? below : above};
    best.offer(usual);
    for (const auto& [x, fits_x] : {std::pair{right, fits_right}, std::pair{left, fits_left}})
        for (const auto& [y, fits_y] : {std::pair{below, fits_below}, std::pair{above, fits_above}})
            if (fits_x && fits_y) best.offer({x, y});
    for (int k = 0; k <= steps; ++k) {
        const float share = static_cast<float>(k) / steps;
        const float y = min.y + share * (max.y - size.y - min.y), x = min.x + share * (max.x - size.x - min.x);
        if (fits_right) best.offer({right, y});
        if (fits_left) best.offer({left, y});
        if (fits_below) best.offer({x, below});
        if (fits_above) best.offer({x, above});
    }
    return best.at;
}

struct DockedLine {
    CardLine line;
    ImVec2 at;
};

struct DockedCard {
    std::vector<DockedLine> lines;
    float type = 0, height = 0;
};

DockedCard flow(const Look& look, std::vector<CardLine> lines, float type, float width) {
    DockedCard card;
    card.type = type;
    const float pad = look.px(12), gap = look.px(28), right = width - pad;
    break_lines(look, lines, type, right - pad);
    const float row = look.measure(Face::mono, type, "0").y + look.px(4);
    ImVec2 at{pad, look.px(6)};
    for (CardLine& line : lines) {
        const float wide = look.measure(line.face, type, line.words).x;
        if (at.x > pad && at.x + wide > right) at = {pad, at.y + row};
        card.lines.push_back({std::move(line), at});
        at.x += wide + gap;
    }
    card.height = std::ceil(at.y + row + look.px(6));
    return card;
}

DockedCard docked(const Model& model, ImVec2 screen) {
    if (!model.result || model.still || (model.selection.thread == 0 && !model.selection.pointed)) return {};
    const std::vector<CardLine> lines = card_lines(model);
    if (lines.empty()) return {};
    constexpr float max_share = 0.17f; // share of the screen's height
    float type = std::max(size_body, model.reading);
    DockedCard card = flow(model.look, lines, type, screen.x);
    while (card.height > max_share * screen.y && type > size_body) {
        type = std::max(size_body, type - 1);
        card = flow(model.look, lines, type, screen.x);
    }
    return card;
}

} // namespace

float docked_card_height(const Model& model, ImVec2 screen) { return docked(model, screen).height; }

void docked_card(const Model& model, ImVec2 screen) {
    const Look& look = model.look;
    const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    record_area("hover card", from, {from.x + size.x, from.y + size.y});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine(from, {from.x + size.x, from.y}, look.colors->line, std::max(1.0f, look.px(1)));
    const DockedCard card = docked(model, screen);
    for (const DockedLine& one : card.lines) {
        ImGui::SetCursorScreenPos({from.x + one.at.x, from.y + one.at.y});
        text(look, one.line.words, {one.line.face, card.type, one.line.muted ? look.colors->muted : 0});
    }
}

void hover_card(const Model& model, ImVec2 min, ImVec2 max, const std::vector<KeepInSight>& keep) {
    if (!model.result || model.still || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    const bool is_pointing = model.pointer != PointerKind::none && model.pointer_at;
    if (is_pointing && !model.selection.pinned) return;
    if (model.selection.thread == 0 && !model.selection.pointed) return;
    const Look& look = model.look;
    std::vector<CardLine> lines = card_lines(model);
    if (lines.empty()) return;
    const float larger = std::max(1.0f, model.reading / size_body);
    constexpr float widest = 0.42f;
    break_lines(look, lines, size_body * larger, std::max(look.px(300), widest * (max.x - min.x)));
    float width = 0, height = 0;
    for (const CardLine& line : lines) {
        const ImVec2 size = look.measure(line.face, size_body * larger, line.words);
        width = std::max(width, size.x);
        height += size.y + look.px(2);
    }
    const float pad = look.px(10), away = look.px(18);
    const ImVec2 size{width + 2 * pad, height + 2 * pad - look.px(2)};
    const float edge = look.px(8);
    ImVec2 at = model.selection.pinned
                    ? place_for_pin({min.x + edge, min.y + edge}, {max.x - edge, max.y - edge}, size, keep)
                    : place_at_cursor(ImGui::GetIO().MousePos, away, min, max, size, keep);
    at = {std::round(std::max(at.x, min.x)), std::round(std::max(at.y, min.y))};
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, look.px(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(8));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, look.px(1)));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, look.colors->popup);
    record_area("hover card", at, {at.x + size.x, at.y + size.y});
    ImGui::Begin("##hover card", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    for (const CardLine& line : lines)
        text(look, line.words, {line.face, size_body * larger, line.muted ? look.colors->muted : 0});
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(4);
}

void inspector_rail(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ImVec2 origin = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::SetCursorPos({0, 0});
    const std::string tip = tr_format("Thread, block and launch in numbers ({}); opens when you click a cell",
                                      key_text(Action::inspector_pane));
    if (key_button("##unfold inspector", size)) commands.push_back(Perform{Action::inspector_pane});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered()) list.AddRectFilled(origin, {origin.x + size.x, origin.y + size.y}, look.colors->field);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, tip);
    icon(look, list, Icon::pane_right, {origin.x + size.x / 2, origin.y + look.px(24)}, look.px(14), look.colors->text);
    const std::string_view name = tr("Inspector");
    const ImVec2 wide = look.measure(Face::strong, size_small, name);
    const ImVec2 at{origin.x + (size.x + wide.y) / 2, origin.y + look.px(48)};
    const int first = list.VtxBuffer.Size;
    list.PushClipRect({-1e5f, -1e5f}, {1e5f, 1e5f});
    text_at(look, list, at, name, {Face::strong, size_small, look.colors->muted});
    list.PopClipRect();
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        ImVec2& p = list.VtxBuffer[i].pos;
        p = {at.x - (p.y - at.y), at.y + (p.x - at.x)};
    }
}

} // namespace warpscope::ui
