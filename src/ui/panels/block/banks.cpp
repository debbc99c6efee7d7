// Shared memory: 32 banks across, one row per 128 bytes, and how the lanes of one request are served.
#include "ui/panels/block/block_panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using metrics::BankInstruction;
using metrics::banks;
using metrics::BankTouch;

constexpr float list_row = 24, head_row = 20;

/// Pale, so that the words that are touched stand out. Eight hues, every second eight of them paler; where there is
/// room the warp's number tells the rest apart.
ImU32 writer_tint(uint32_t warp) {
    const uint32_t hues = 8;
    const uint32_t strength = warp / hues % 2 == 0 ? 140 : 70;
    return (warp_tint(warp) & ~IM_COL32_A_MASK) | (strength << IM_COL32_A_SHIFT);
}

std::string_view verb(simt::AccessKind kind) {
    switch (kind) {
    case simt::AccessKind::load: return tr("read");
    case simt::AccessKind::store: return tr("write");
    case simt::AccessKind::atomic: break;
    }
    return tr("atomic");
}

/// What the grid needs of the chosen request.
struct Shown {
    metrics::BankRequest served;
    std::vector<uint32_t> writers;
    std::map<uint64_t, std::vector<BankTouch>> by_word;
    std::array<uint32_t, banks> wanted{}; // different words of each bank within one group of lanes
};

Shown make_shown(const BlockView& block_view, uint32_t request) {
    Shown shown;
    shown.served = metrics::bank_request(*block_view.trace, request);
    shown.writers = metrics::last_writers(*block_view.trace, request);
    std::map<std::pair<uint32_t, uint64_t>, std::vector<uint64_t>> words; // by group and bank
    for (const BankTouch& touch : shown.served.touches) {
        shown.by_word[touch.word].push_back(touch);
        std::vector<uint64_t>& there = words[{touch.group, touch.word % banks}];
        if (std::find(there.begin(), there.end(), touch.word) == there.end()) there.push_back(touch.word);
    }
    for (const auto& [place, distinct] : words)
        shown.wanted[place.second] = std::max(shown.wanted[place.second], static_cast<uint32_t>(distinct.size()));
    return shown;
}

/// Kept from frame to frame while the choice is the same.
std::shared_ptr<const Shown> shown_request(const BlockView& block_view, uint32_t request) {
    return block_view.derived.newest<Shown>({request}, [&] { return make_shown(block_view, request); });
}

void instruction_row(const Model& model, const BankInstruction& one, bool selected, Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colours;
    const session::RunResult& result = *model.block_view->result;
    const std::string& ptx = result.measured->program().instructions()[one.pc].text;
    const uint32_t line = source_line(result, one.pc);
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(list_row);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(fmt::format("shared access {}", one.pc).c_str(), {width, height})) {
        BlockViewState view = model.block_view_state;
        view.pc = one.pc;
        view.warp = view.round = std::nullopt;
        commands.push_back(SetBlockViewState{view});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    if (selected || hovered)
        list.AddRectFilled(at, {at.x + width, at.y + height}, selected ? c.row_marked : c.row_hovered, look.px(4));
    const auto requests = static_cast<double>(one.requests.size());
    const double mean = static_cast<double>(one.total_passes) / requests;
    const std::string cost = fmt::format("{} × {}", grouped(one.requests.size()), fixed(mean, mean < 10 ? 1 : 0));
    const float y = at.y + look.px(4), cost_width = look.measure(Face::mono_strong, size_small, cost).x;
    words_at(look, list, Face::mono, size_small, {at.x + look.px(6), y}, c.muted,
             line > 0 ? fmt::format("{:>3}", line) : tr("ptx"));
    words_at(look, list, Face::text, size_small, {at.x + look.px(36), y}, c.text, verb(one.kind));
    list.PushClipRect(at, {at.x + width - cost_width - look.px(14), at.y + height}, true);
    words_at(look, list, Face::mono, size_small, {at.x + look.px(82), y}, c.text,
             line > 0 ? source_text(result, line) : ptx);
    list.PopClipRect();
    const bool conflicts =
        one.passes[one.worst] > metrics::bank_request(*model.block_view->trace, one.requests[one.worst]).fewest;
    words_at(look, list, Face::mono_strong, size_small, {at.x + width - cost_width - look.px(6), y},
             conflicts ? c.error_text : c.text, cost);
    if (hovered)
        tooltip(
            look,
            tr_format("{}\n{} requests of the block, {} bytes per lane: {} passes in all, {} at most in one request.",
                      ptx, grouped(one.requests.size()), one.bytes, grouped(one.total_passes), one.passes[one.worst]));
}

/// One entry per line.
void legend(const Look& look) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = *look.colours;
    const float stroke = std::max(1.0f, look.px(1)), side = look.px(14), wide = look.px(34);
    auto entry = [&](std::string_view words, auto&& swatch) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        swatch(at, ImVec2{at.x + wide, at.y + side});
        words_at(look, list, Face::text, size_small, {at.x + wide + look.px(8), at.y - look.px(1)}, c.muted, words);
        ImGui::Dummy({wide, look.px(19)});
    };
    entry(tr("touched: lane (or ×lanes) and pass"), [&](ImVec2 min, ImVec2 max) {
        const ImU32 ground = c.bar_full, ink = ink_on(ground);
        const float middle = min.x + look.px(18);
        list.AddRectFilled(min, max, ground);
        list.AddRect(min, max, c.text, 0, 0, stroke);
        list.AddRectFilled({middle, min.y + stroke}, {max.x - stroke, max.y - stroke}, ink, look.px(3));
        words_in(look, list, Face::mono, size_small - 1, min, {middle, max.y}, ink, "9");
        words_in(look, list, Face::mono_strong, size_small - 1, {middle, min.y}, max, ink_on(ink), "2");
    });
    entry(tr("warp of the last writer by then"), [&](ImVec2 min, ImVec2 max) {
        for (uint32_t warp = 0; warp < 4; ++warp) {
            const float x = min.x + wide / 4 * static_cast<float>(warp);
            list.AddRectFilled({x, min.y}, {x + wide / 4, max.y}, writer_tint(warp));
            words_in(look, list, Face::mono, size_small - 2, {x, min.y}, {x + wide / 4, max.y}, c.text,
                     std::to_string(warp));
        }
    });
    entry(tr("never written by this block: padding"), [&](ImVec2 min, ImVec2 max) {
        hatch(list, min, max, look.px(7), stroke, c.muted);
        list.AddRect(min, max, c.line, 0, 0, stroke);
    });
}

void instructions(const Model& model, const BankChoice& choice, float width, Commands& commands) {
    const Look& look = model.look;
    ImGui::BeginChild("shared accesses", {width, 0});
    text(look, tr("line                    requests × passes of each"), {Face::text, size_small, look.colours->muted});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, look.px(1)});
    for (const BankInstruction& one : model.block_view->banks.instructions)
        instruction_row(model, one, &one == choice.instruction, commands);
    ImGui::PopStyleVar();
    ImGui::Dummy({0, look.px(6)});
    legend(look);
    ImGui::EndChild();
}

std::string verdict(const BankInstruction& instruction, const Shown& shown) {
    const metrics::BankRequest& served = shown.served;
    const std::string_view groups = instruction.bytes >= 16 ? tr("quarter warps") : tr("half warps");
    std::string words =
        tr_count(served.passes, "{} lanes, {} pass", "{} lanes, {} passes", served.lanes, served.passes);
    if (served.groups > 1) words += tr_format(" ({} bytes per lane go by {})", instruction.bytes, groups);
    const auto busiest = std::max_element(shown.wanted.begin(), shown.wanted.end());
    if (served.passes > served.fewest)
        words += tr_format(": bank {} is asked for {} different words; without conflicts {}",
                           busiest - shown.wanted.begin(), *busiest, served.fewest);
    else if (shown.by_word.size() == 1 && served.lanes > 1)
        words += tr(": all of one word, which is a broadcast");
    else
        words += tr(": no conflict");
    return words;
}

void steppers(const Model& model, const BankChoice& choice, const Shown& shown, Commands& commands) {
    const Look& look = model.look;
    const auto& warps = choice.instruction->warps;
    const float top = ImGui::GetCursorPosY();
    BlockViewState view = model.block_view_state;
    if (model.still) { // a figure has nothing to press
        ImGui::SetCursorPosY(top + look.px(3));
        text(
            look,
            tr_format("warp {}, request {} of {}", warps[choice.warp].warp, choice.round + 1, warps[choice.warp].count),
            {Face::text, size_small, look.colours->muted});
        ImGui::SameLine(0, look.px(16));
        ImGui::SetCursorPosY(top + look.px(3));
        const bool bad = shown.served.passes > shown.served.fewest;
        text(look, verdict(*choice.instruction, shown),
             {Face::strong, size_small, bad ? look.colours->error_text : look.colours->text},
             ImGui::GetContentRegionAvail().x);
        ImGui::SetCursorPosY(top + look.px(25));
        return;
    }
    const uint32_t warp = stepper(look, "bank warp", tr_format("warp {}:", warps[choice.warp].warp), choice.warp,
                                  static_cast<uint32_t>(warps.size()));
    uint32_t round = choice.round;
    if (warps[choice.warp].count > 1) {
        ImGui::SameLine(0, look.px(14));
        ImGui::SetCursorPosY(top);
        round = stepper(look, "bank round", tr("time"), choice.round, warps[choice.warp].count);
    }
    if (warp != choice.warp || round != choice.round) {
        view.pc = choice.instruction->pc;
        view.warp = warp;
        view.round = warp == choice.warp ? round : std::min(round, warps[warp].count - 1);
        commands.push_back(SetBlockViewState{view});
    }
    ImGui::SameLine(0, look.px(16));
    ImGui::SetCursorPosY(top + look.px(3));
    const bool conflict = shown.served.passes > shown.served.fewest;
    text(look, verdict(*choice.instruction, shown),
         {Face::strong, size_small, conflict ? look.colours->error_text : look.colours->text},
         ImGui::GetContentRegionAvail().x);
    ImGui::SetCursorPosY(top + look.px(25));
}

/// The grid's place on the screen.
struct Grid {
    const Look& look;
    ImDrawList& list;
    ImVec2 origin; // of word 0
    float cell = 0, row = 0;
    bool lanes = true;   // there is room for the lane beside the pass
    bool numbers = true; // there is room for the number of a warp

    [[nodiscard]] ImVec2 min(uint64_t word) const {
        return {origin.x + cell * static_cast<float>(word % banks), origin.y + row * static_cast<float>(word / banks)};
    }
    [[nodiscard]] ImVec2 max(uint64_t word) const {
        const ImVec2 a = min(word);
        return {a.x + cell, a.y + row};
    }
};

void draw_touched(const Grid& grid, const Shown& shown, uint64_t word, const std::vector<BankTouch>& touches) {
    const Look& look = grid.look;
    const ImVec2 min = grid.min(word), max = grid.max(word);
    const uint32_t pass = touches.front().pass;
    const ImU32 ground =
        shown.served.passes > 1 ? heat_colour(pass, std::max(1u, shown.served.passes - 1)) : look.colours->bar_full;
    grid.list.AddRectFilled(min, max, ground);
    grid.list.AddRect(min, max, look.colours->text, 0, 0, std::max(1.0f, look.px(1.25f)));
    const std::string lanes =
        touches.size() == 1 ? std::to_string(touches.front().lane) : fmt::format("×{}", touches.size());
    const std::string number = std::to_string(pass + 1);
    const float size = size_small - 1;
    const float badge = look.measure(Face::mono_strong, size, number).x + look.px(5);
    const ImU32 ink = ink_on(ground);
    if (!grid.lanes) {
        words_in(look, grid.list, Face::mono_strong, size, min, max, ink, number);
        return;
    }
    words_in(look, grid.list, Face::mono, size, min, {max.x - badge, max.y}, ink, lanes);
    const ImVec2 badge_min{max.x - badge, min.y + look.px(1.5f)},
        badge_max{max.x - look.px(1.5f), max.y - look.px(1.5f)};
    grid.list.AddRectFilled(badge_min, badge_max, ink, look.px(3));
    words_in(look, grid.list, Face::mono_strong, size, badge_min, badge_max, ink_on(ink), number);
}

void draw_cell(const Grid& grid, const BlockView& block_view, const Shown& shown, uint64_t word) {
    const Look& look = grid.look;
    const ImVec2 min = grid.min(word), max = grid.max(word);
    if (const auto touched = shown.by_word.find(word); touched != shown.by_word.end()) {
        draw_touched(grid, shown, word, touched->second);
        return;
    }
    const float stroke = std::max(1.0f, look.px(1));
    if (shown.writers[word] != 0) {
        const uint32_t warp = (shown.writers[word] - 1) / warp_size;
        grid.list.AddRectFilled(min, max, writer_tint(warp));
        if (grid.numbers)
            words_in(look, grid.list, Face::mono, size_small - 2, min, max, look.colours->text, std::to_string(warp));
    } else if (!block_view.banks.ever_written[word]) {
        hatch(grid.list, min, max, look.px(7), stroke, look.colours->muted);
    }
    grid.list.AddRect(min, max, look.colours->line, 0, 0, stroke);
}

void cell_tip(const Look& look, const BlockView& block_view, const Shown& shown, uint64_t word) {
    std::string words = tr_format("bank {}, byte {}", word % banks, grouped(word * metrics::bank_word));
    for (const metrics::SharedArray& array : block_view.banks.arrays)
        if (word * metrics::bank_word >= array.offset && word * metrics::bank_word < array.offset + array.bytes)
            words += tr_format(": {} + {} bytes", array.name, grouped(word * metrics::bank_word - array.offset));
    if (shown.writers[word] != 0)
        words += tr_format("\nLast written by thread {} (warp {}, lane {}).", shown.writers[word] - 1,
                           (shown.writers[word] - 1) / warp_size, (shown.writers[word] - 1) % warp_size);
    else
        words += block_view.banks.ever_written[word] ? tr("\nNot written yet.") : tr("\nNever written by this block.");
    if (const auto touched = shown.by_word.find(word); touched != shown.by_word.end()) {
        std::string lanes;
        for (const BankTouch& touch : touched->second)
            lanes += fmt::format("{}{}", lanes.empty() ? "" : " ", touch.lane);
        const uint32_t pass = touched->second.front().pass + 1;
        words += "\n" + (touched->second.size() == 1
                             ? tr_format("Lane {} in pass {} of {}.", lanes, pass, shown.served.passes)
                             : tr_format("Lanes {} in pass {} of {}.", lanes, pass, shown.served.passes));
    }
    tooltip(look, words);
}

void heading(const Grid& grid, const Shown& shown, float top) {
    const Look& look = grid.look;
    for (uint32_t bank = 0; bank < banks; ++bank) {
        const bool conflict = shown.wanted[bank] > 1 && shown.served.passes > shown.served.fewest;
        const float x = grid.origin.x + grid.cell * static_cast<float>(bank);
        words_in(look, grid.list, conflict ? Face::mono_strong : Face::mono, size_small - 1, {x, top},
                 {x + grid.cell, top + look.px(head_row)}, conflict ? look.colours->error_text : look.colours->muted,
                 std::to_string(bank));
    }
}

/// Another request's rows come into sight.
void scroll_to_touched(const Shown& shown, uint32_t request, float row, float head) {
    int& seen = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("request in sight"), -1);
    if (seen == static_cast<int>(request) || shown.by_word.empty()) return;
    seen = static_cast<int>(request);
    const float first = row * static_cast<float>(shown.by_word.begin()->first / banks),
                end = row * static_cast<float>(shown.by_word.rbegin()->first / banks + 1);
    const float room = ImGui::GetWindowHeight() - head, now = ImGui::GetScrollY();
    if (first < now || end > now + room) ImGui::SetScrollY(std::max(0.0f, std::min(first, end - room + row)));
}

void grid_view(const Model& model, const Shown& shown, uint32_t request) {
    const Look& look = model.look;
    const BlockView& block_view = *model.block_view;
    const float label = look.px(58);
    ImGui::BeginChild("bank grid", {0, 0});
    const ImVec2 top = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const uint32_t words = block_view.banks.words(), rows = (words + banks - 1) / banks;
    const float head = look.px(head_row);
    const float row = std::clamp((size.y - head) / static_cast<float>(std::max(rows, 1u)),
                                 look.px(model.still ? 2 : 12.5f), look.px(26)); // a figure cannot be scrolled
    const float cell = std::floor((size.x - label - look.px(14)) / static_cast<float>(banks));
    const std::string digits(2 + std::to_string(shown.served.passes).size(), '0'); // of a lane and a pass
    const Grid grid{look,
                    *ImGui::GetWindowDrawList(),
                    {at.x + label, at.y + head},
                    cell,
                    row,
                    cell >= look.measure(Face::mono_strong, size_small - 1, digits).x + look.px(7),
                    cell >= look.px(15) && row >= look.px(11)};
    ImGui::InvisibleButton("bank cells", {label + cell * banks, head + row * static_cast<float>(rows)});
    record_area("banks", grid.origin, {grid.origin.x + cell * banks, grid.origin.y + row * static_cast<float>(rows)});
    const bool hovered = ImGui::IsItemHovered();
    scroll_to_touched(shown, request, row, head);
    heading(grid, shown, top.y);
    grid.list.PushClipRect({top.x, top.y + head}, {top.x + size.x, top.y + size.y}, true);
    for (uint32_t r = 0; r < rows; ++r) {
        const float y = grid.origin.y + row * static_cast<float>(r);
        if (y + row < top.y + head || y > top.y + size.y) continue;
        std::string name = grouped(uint64_t{r} * banks * metrics::bank_word);
        Face face = Face::mono;
        for (const metrics::SharedArray& array : block_view.banks.arrays)
            if (array.offset / (banks * metrics::bank_word) == r) {
                name = array.name;
                face = Face::mono_strong;
            }
        words_at(look, grid.list, face, size_small - 1, {at.x, y + (row - look.px(size_small)) / 2},
                 face == Face::mono ? look.colours->muted : look.colours->text, name.substr(0, 8));
        for (uint64_t word = uint64_t{r} * banks; word < std::min<uint64_t>(words, uint64_t{r + 1} * banks); ++word)
            draw_cell(grid, block_view, shown, word);
    }
    grid.list.PopClipRect();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (hovered && mouse.x >= grid.origin.x && mouse.y >= std::max(grid.origin.y, top.y + head)) {
        const auto column = static_cast<uint64_t>((mouse.x - grid.origin.x) / cell);
        const auto line = static_cast<uint64_t>((mouse.y - grid.origin.y) / row);
        if (column < banks && line * banks + column < words) cell_tip(look, block_view, shown, line * banks + column);
    }
    ImGui::EndChild();
}

} // namespace

void banks_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const std::string about = model.block_view
                                  ? tr_format("{} bytes of shared memory, 32 banks across, 128 bytes per row",
                                              grouped(model.block_view->banks.bytes))
                                  : "";
    const BlockView* block_view = block_view_header(model, about, commands);
    if (block_view == nullptr) return;
    const auto choice = chosen_request(*block_view, model.block_view_state);
    if (!choice) {
        text(look,
             block_view->banks.bytes == 0 ? tr("This kernel uses no shared memory.")
                                          : tr("This block did not access its shared memory."),
             {Face::text, size_body, look.colours->muted});
        return;
    }
    const float whole = ImGui::GetContentRegionAvail().x;
    const float left = std::min(look.px(370), whole * 0.32f);
    instructions(model, *choice, left, commands);
    ImGui::SameLine(0, look.px(12));
    ImGui::BeginChild("bank request", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar);
    const auto kept = shown_request(*model.block_view, choice->instruction->requests[choice->request()]);
    const Shown& shown = *kept;
    steppers(model, *choice, shown, commands);
    grid_view(model, shown, choice->instruction->requests[choice->request()]);
    ImGui::EndChild();
}

} // namespace warpscope::ui
