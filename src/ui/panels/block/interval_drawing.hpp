#pragma once

#include <set>

#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/block_view_state.hpp"

namespace warpscope::ui {

inline constexpr float interval_label_width = 132;

enum class IntervalBars : uint8_t { none, numbers, bars };
[[nodiscard]] float width_of(IntervalBars bars);
/// Returns whether columns have room for circles; otherwise, writes are bars without warp colors.
[[nodiscard]] inline bool has_circles(const Strip& strip) { return strip.width * 0.32f >= 2; }

struct IntervalPlace {
    const Look& look;
    const insight::BlockView& block_view;
    const metrics::IntervalDiagram& diagram;
    ImDrawList& list;
    ImVec2 min; // x: left edge of the first column before panning; y: row of the initial values
    float right;
    float height;
    Strip strip;
    IntervalBars bars;

    [[nodiscard]] float x(size_t column) const {
        return min.x + look.px(static_cast<float>(static_cast<double>(column) + 0.5 - strip.first) * strip.width);
    }
    /// Returns the y of values after interval `row`; -1: initial values.
    [[nodiscard]] float y(int row) const { return min.y + height * (static_cast<float>(row) + 1); }
    [[nodiscard]] bool in_sight(float at) const { return at >= min.x - look.px(2) && at <= right + look.px(2); }
    [[nodiscard]] float node() const { return std::clamp(look.px(strip.width) * 0.32f, 1.0f, look.px(6)); }
};

void draw_interval_rows(const IntervalPlace& place, const std::set<uint32_t>& marked, float top, float bottom);
void draw_interval_label(const IntervalPlace& place, size_t row);
void draw_interval_bars(const IntervalPlace& place, size_t row, uint32_t threads, uint32_t warps);
void draw_interval_exits(const IntervalPlace& place, float bottom);
void draw_interval_heading(const IntervalPlace& place, float top, uint32_t threads, uint32_t warps);

} // namespace warpscope::ui
