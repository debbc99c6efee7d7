// Drawing of an epoch diagram's parts, at places that the panel works out.
#pragma once

#include <set>

#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/block_view_state.hpp"

namespace warpscope::ui {

/// Lengths at scale 1. `epoch_label_width` is the room left of the columns.
inline constexpr float epoch_label_width = 132;

/// How it is said how many threads and warps write: as the room allows.
enum class EpochBars : uint8_t { none, numbers, bars };
/// Room right of the columns.
[[nodiscard]] float width_of(EpochBars bars);

/// How a diagram lies on the screen.
struct EpochPlace {
    const Look& look;
    const insight::BlockView& block_view;
    const metrics::EpochDiagram& diagram;
    ImDrawList& list;
    ImVec2 min;   // where the first column's left edge would be without panning, and the state before the first row
    float right;  // end of the columns
    float height; // of a row
    Strip strip;
    EpochBars bars;

    [[nodiscard]] float x(size_t column) const {
        return min.x + look.px(static_cast<float>(static_cast<double>(column) + 0.5 - strip.first) * strip.width);
    }
    /// Where values lie after row `row`; before the first one for row -1.
    [[nodiscard]] float y(int row) const { return min.y + height * (static_cast<float>(row) + 1); }
    [[nodiscard]] bool in_sight(float at) const { return at >= min.x - look.px(2) && at <= right + look.px(2); }
    [[nodiscard]] float node() const { return std::clamp(look.px(strip.width) * 0.32f, 1.0f, look.px(6)); }
};

/// Lines, lifelines and nodes of all rows between `top` and `bottom` on the screen; `marked` writes stand out.
void draw_epoch_rows(const EpochPlace& place, const std::set<uint32_t>& marked, float top, float bottom);
/// The row's interval, where its values came from, and the barriers above it.
void draw_epoch_label(const EpochPlace& place, size_t row);
/// Threads and warps that write.
void draw_epoch_bars(const EpochPlace& place, size_t row, uint32_t threads, uint32_t warps);
/// What goes on into other arrays.
void draw_epoch_exits(const EpochPlace& place, float bottom);
/// Numbers of the elements, and titles of the bars.
void draw_epoch_heading(const EpochPlace& place, float top, uint32_t threads, uint32_t warps);

} // namespace warpscope::ui
