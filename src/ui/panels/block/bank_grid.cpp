#include "ui/panels/block/bank_grid.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/named_group.hpp"
#include "render/style/palette.hpp"
#include "session/shared_extents.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using metrics::banks;
using metrics::BankTouch;

constexpr float head_row = 20, smallest_type = 9;

struct Grid {
    const Look& look;
    ImDrawList& list;
    ImVec2 origin;
    float cell = 0, row = 0;
    float type = 0; // font size at which lane and pass numbers fit into a cell; 0 if none
    bool numbers = true;

    [[nodiscard]] ImVec2 min(uint64_t word) const {
        return {origin.x + cell * static_cast<float>(word % banks), origin.y + row * static_cast<float>(word / banks)};
    }
    [[nodiscard]] ImVec2 max(uint64_t word) const {
        const ImVec2 a = min(word);
        return {a.x + cell, a.y + row};
    }
};

void draw_touched(const Grid& grid, const ShownRequest& shown, uint64_t word, const std::vector<BankTouch>& touches) {
    const Look& look = grid.look;
    const ImVec2 min = grid.min(word), max = grid.max(word);
    const uint32_t pass = touches.front().pass;
    const ImU32 ground =
        shown.served.passes > 1 ? heat_color(pass, std::max(1u, shown.served.passes - 1)) : look.colors->bar_full;
    grid.list.AddRectFilled(min, max, ground);
    grid.list.AddRect(min, max, look.colors->text, 0, 0, std::max(1.0f, look.px(1.25f)));
    const std::string lanes =
        touches.size() == 1 ? std::to_string(touches.front().lane) : fmt::format("×{}", touches.size());
    const std::string number = std::to_string(pass + 1);
    const float size = grid.type > 0 ? grid.type : size_small - 1;
    const float badge = look.measure(Face::mono_strong, size, number).x + look.px(5);
    const ImU32 ink = ink_on(ground);
    if (grid.type == 0) {
        words_in(look, grid.list, Face::mono_strong, size, min, max, ink, shown.served.passes > 1 ? number : lanes);
        return;
    }
    words_in(look, grid.list, Face::mono_strong, size, min, {max.x - badge, max.y}, ink, lanes);
    const ImVec2 badge_min{max.x - badge, min.y + look.px(1.5f)},
        badge_max{max.x - look.px(1.5f), max.y - look.px(1.5f)};
    grid.list.AddRectFilled(badge_min, badge_max, ink, look.px(3));
    words_in(look, grid.list, Face::mono_strong, size, badge_min, badge_max, ink_on(ink), number);
}

void draw_cell(const Grid& grid, const insight::BlockView& block_view, const ShownRequest& shown, uint64_t word) {
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
            words_in(look, grid.list, Face::mono, size_small - 2, min, max, look.colors->text, std::to_string(warp));
    } else if (!block_view.banks.ever_written[word]) {
        hatch(grid.list, min, max, look.px(7), stroke, look.colors->muted);
    }
    grid.list.AddRect(min, max, look.colors->line, 0, 0, stroke);
}

/// Returns "partial[272]", "tile + 640 bytes" for elements of unknown size, or "".
std::string element_text(const insight::BlockView& block_view, uint64_t address) {
    if (const auto element = session::shared_element(*block_view.result, block_view.trace->launch, address))
        return *element;
    for (const metrics::SharedArray& array : block_view.banks.arrays) {
        if (address < array.offset || address >= array.offset + array.bytes) continue;
        return tr_format("{} + {} bytes", array.name, grouped(address - array.offset));
    }
    return {};
}

void cell_tip(const Look& look, const insight::BlockView& block_view, const ShownRequest& shown, uint64_t word) {
    const uint64_t address = word * metrics::bank_word;
    const std::string element = element_text(block_view, address);
    std::string words = element.empty() ? tr_format("bank {}, byte {}", word % banks, grouped(address))
                                        : tr_format("bank {}, {} (byte {})", word % banks, element, grouped(address));
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

void heading(const Grid& grid, const ShownRequest& shown, float top) {
    const Look& look = grid.look;
    const float widest = look.measure(Face::mono, size_small - 1, "31").x + look.px(2);
    uint32_t each = 1;
    while (each < banks && grid.cell * static_cast<float>(each) < widest) each *= 2;
    for (uint32_t bank = 0; bank < banks; bank += each) {
        const bool conflict = shown.wanted[bank] > 1 && shown.served.passes > shown.served.fewest;
        const float x = grid.origin.x + grid.cell * static_cast<float>(bank);
        words_in(look, grid.list, conflict ? Face::mono_strong : Face::mono, size_small - 1, {x, top},
                 {x + std::max(grid.cell, each > 1 ? widest : 0), top + look.px(head_row)},
                 conflict ? look.colors->error_text : look.colors->muted, std::to_string(bank));
    }
}

void scroll_to_touched(const ShownRequest& shown, uint32_t request, float row, float head) {
    KeptValue<int> seen("request in sight", -1);
    if (seen == static_cast<int>(request) || shown.by_word.empty()) return;
    seen = static_cast<int>(request);
    const float first = row * static_cast<float>(shown.by_word.begin()->first / banks),
                end = row * static_cast<float>(shown.by_word.rbegin()->first / banks + 1);
    const float room = ImGui::GetWindowHeight() - head, now = ImGui::GetScrollY();
    if (first < now || end > now + room) ImGui::SetScrollY(std::max(0.0f, std::min(first, end - room + row)));
}

} // namespace

ImU32 writer_tint(uint32_t warp) {
    const uint32_t hues = 8;
    const uint32_t strength = warp / hues % 2 == 0 ? 140 : 70;
    return (warp_tint(warp) & ~IM_COL32_A_MASK) | (strength << IM_COL32_A_SHIFT);
}

BankCell bank_grid(const Model& model, const ShownRequest& shown, uint32_t request) {
    const Look& look = model.look;
    const insight::BlockView& block_view = *model.block_view;
    const float label = look.px(58);
    ImGui::BeginChild("bank grid", {0, 0});
    const ImVec2 top = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const uint32_t words = block_view.banks.words(), rows = (words + banks - 1) / banks;
    const float head = look.px(head_row);
    const float row = std::clamp((size.y - head) / static_cast<float>(std::max(rows, 1u)),
                                 look.px(model.still ? 2 : 12.5f), look.px(26));
    const float cell = std::floor((size.x - label - look.px(14)) / static_cast<float>(banks));
    const std::string digits(2 + std::to_string(shown.served.passes).size(), '0');
    float type = size_small - 1;
    const auto has_room = [&] { return cell >= look.measure(Face::mono_strong, type, digits).x + look.px(6); };
    while (type > smallest_type && !has_room()) type -= 0.5f;
    if (!has_room()) type = 0;
    const Grid grid{look,
                    *ImGui::GetWindowDrawList(),
                    {at.x + label, at.y + head},
                    cell,
                    row,
                    type,
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
        const render::NamedGroup group(grid.list, fmt::format("banks-row-{}", r));
        std::string name = grouped(uint64_t{r} * banks * metrics::bank_word);
        Face face = Face::mono;
        for (const metrics::SharedArray& array : block_view.banks.arrays)
            if (array.offset / (banks * metrics::bank_word) == r) {
                name = array.name;
                face = Face::mono_strong;
            }
        words_at(look, grid.list, face, size_small - 1, {at.x, y + (row - look.px(size_small)) / 2},
                 face == Face::mono ? look.colors->muted : look.colors->text, name.substr(0, 8));
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
    if (type > 0) return BankCell::lane_and_pass;
    return shown.served.passes > 1 ? BankCell::pass : BankCell::lane;
}

} // namespace warpscope::ui
