#include "ui/panels/time/dispatch_chart.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/style/palette.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {
namespace {

constexpr float share_of_rows = 0.68f; // the rest is the chart of busy multiprocessors
constexpr float weak = 0.22f;

ImU32 shade(const render::Color& c, float alpha) { return IM_COL32(c.r, c.g, c.b, static_cast<int>(255 * alpha)); }

ImU32 faded(ImU32 color, float alpha) {
    return (color & ~IM_COL32_A_MASK) | static_cast<ImU32>(static_cast<float>(color >> IM_COL32_A_SHIFT) * alpha)
                                            << IM_COL32_A_SHIFT;
}

/// A block's row among the multiprocessor's concurrent blocks (`place`), and its position in that row (`turn`).
struct Slot {
    uint32_t place = 0, turn = 0;
};

std::vector<Slot> slots_of(const analysis::Dispatch& dispatch) {
    std::vector<Slot> slots(dispatch.blocks.size());
    struct Place {
        uint64_t free = 0;
        uint32_t turns = 0;
    };
    std::vector<std::vector<Place>> places(dispatch.multiprocessors);
    std::vector<uint32_t> by_begin(dispatch.blocks.size());
    std::iota(by_begin.begin(), by_begin.end(), 0u);
    std::ranges::stable_sort(by_begin, {}, [&](uint32_t block) { return dispatch.blocks[block].begin; });
    for (const uint32_t block : by_begin) {
        const analysis::BlockSpan& span = dispatch.blocks[block];
        std::vector<Place>& of_row = places[span.multiprocessor];
        auto found = std::ranges::find_if(of_row, [&](const Place& place) { return place.free <= span.begin; });
        if (found == of_row.end()) found = of_row.insert(of_row.end(), Place());
        found->free = span.end;
        slots[block] = {static_cast<uint32_t>(found - of_row.begin()), found->turns++};
    }
    return slots;
}

void label(const Look& look, ImDrawList& list, ImVec2 at, const std::string& words) {
    const ImVec2 size = look.measure(Face::text, size_small, words);
    list.AddRectFilled({at.x, at.y}, {at.x + size.x + look.px(8), at.y + size.y + look.px(2)},
                       faded(look.colors->panel, 0.85f), look.px(3));
    ImGui::SetCursorScreenPos({at.x + look.px(4), at.y + look.px(1)});
    text(look, words, {Face::text, size_small, look.colors->muted});
}

} // namespace

std::optional<ChartPlace> dispatch_chart(const Look& look, const analysis::Dispatch& dispatch, uint64_t time,
                                         ImVec2 min, ImVec2 max, std::span<const uint32_t> places) {
    if (dispatch.blocks.empty() || dispatch.length == 0 || max.x - min.x < 2 || max.y - min.y < 4) return std::nullopt;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = max.x - min.x, rows_end = min.y + std::floor(share_of_rows * (max.y - min.y));
    const auto x_of = [&](uint64_t at) {
        return min.x + width * static_cast<float>(static_cast<double>(at) / static_cast<double>(dispatch.length));
    };
    list.AddRectFilled(min, max, look.colors->field_set);
    uint32_t rows = 0;
    for (const analysis::BlockSpan& block : dispatch.blocks) rows = std::max(rows, block.multiprocessor + 1);
    const float row = (rows_end - min.y) / static_cast<float>(rows);
    const std::vector<Slot> slots = slots_of(dispatch);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::optional<uint32_t> pointed;
    const uint32_t lanes = 1 + std::ranges::max(slots, {}, &Slot::place).place;
    // Low rows have one lane.
    const bool has_lanes = row >= static_cast<float>(lanes);
    const float lane = has_lanes ? row / static_cast<float>(lanes) : row, gap = lane >= 3 ? 1.0f : 0.0f;
    for (uint32_t block = 0; block < dispatch.blocks.size(); ++block) {
        const analysis::BlockSpan& span = dispatch.blocks[block];
        const float of_lane = min.y + row * static_cast<float>(span.multiprocessor) +
                              (has_lanes ? lane * static_cast<float>(slots[block].place) : 0);
        const float top = std::floor(of_lane), bottom = std::max(top + 1, std::floor(of_lane + lane) - gap);
        const render::Color& tint = render::palette::warp_tints[slots[block].turn % render::palette::warp_tints.size()];
        const ImVec2 low{x_of(span.begin), top},
            high{x_of(span.end) - (x_of(span.end) - x_of(span.begin) > 3 ? 1.0f : 0.0f), bottom};
        const float now = std::clamp(x_of(time), low.x, high.x);
        if (now > low.x) list.AddRectFilled(low, {now, high.y}, shade(tint, 1));
        if (now < high.x) list.AddRectFilled({now, low.y}, high, shade(tint, weak));
        if (block < places.size())
            words_in(look, list, Face::mono_strong, size_small, low, high, look.colors->text,
                     std::to_string(places[block]));
        if (low.x <= mouse.x && mouse.x < high.x && low.y <= mouse.y && mouse.y < high.y) pointed = block;
    }
    const std::vector<analysis::BusyStep> steps = analysis::busy_multiprocessors(dispatch);
    const float floor = max.y - look.px(1), height = floor - rows_end - look.px(6);
    const ImU32 ink = look.colors->accent;
    for (size_t i = 0; i + 1 < steps.size(); ++i) {
        const float share = static_cast<float>(steps[i].busy) / static_cast<float>(dispatch.multiprocessors);
        const float left = x_of(steps[i].time), right = x_of(steps[i + 1].time),
                    now = std::clamp(x_of(time), left, right);
        const float top = floor - height * share;
        if (now > left) list.AddRectFilled({left, top}, {now, floor}, faded(ink, 0.75f));
        if (now < right) list.AddRectFilled({now, top}, {right, floor}, faded(ink, weak));
    }
    list.AddLine({min.x, floor}, {max.x, floor}, look.colors->line);
    if (max.y - min.y > look.px(70)) {
        label(look, list, {min.x + look.px(4), min.y + look.px(3)},
              tr_format("blocks on {} multiprocessors, a row for each", rows));
        label(look, list, {min.x + look.px(4), rows_end + look.px(6)},
              tr_format("busy multiprocessors, of {}", dispatch.multiprocessors));
    }
    const float at = std::round(x_of(time));
    list.AddLine({at, min.y}, {at, max.y}, look.colors->text, std::max(1.0f, look.px(1.5f)));
    if (!ImGui::IsMouseHoveringRect(min, max)) return std::nullopt;
    const double share = static_cast<double>((mouse.x - min.x) / width);
    return ChartPlace{static_cast<uint64_t>(static_cast<double>(dispatch.length) * share), pointed};
}

} // namespace warpscope::ui
