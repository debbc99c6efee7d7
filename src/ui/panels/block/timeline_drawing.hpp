// How the rows of a timeline are drawn: a warp's instructions by active lanes, the axis, barriers, the present moment.
#pragma once

#include <optional>
#include <vector>

#include "ui/model/model.hpp"

namespace warpscope::ui {

inline constexpr float timeline_label_width = 62; // left of the rows

/// How the rows lie in the current window.
struct TimelineRows {
    const Look& look;
    const insight::BlockView& block_view;
    ImDrawList& list;
    ImVec2 min, max; // of the rows' room on screen, without labels
    Strip strip;
    float height = 0; // of a row, with its gap

    [[nodiscard]] float x(double place) const {
        return min.x + look.px(static_cast<float>(place - strip.first) * strip.width);
    }
    [[nodiscard]] double place(float at) const {
        return strip.first + static_cast<double>((at - min.x) / look.px(strip.width));
    }
};

/// Viridis without its brightest end, which no projector tells from white.
[[nodiscard]] ImU32 lane_colour(uint32_t active);

void draw_warp(const TimelineRows& rows, uint32_t warp);
/// Numbers of instructions above the rows, and a line for each.
void draw_axis(const TimelineRows& rows, float top, float bottom);
void draw_barriers(const TimelineRows& rows, float top, float bottom);
/// Where the warps are at the moment of the time bar: a line across the row of each, within `min` and `max`.
void draw_cursors(const TimelineRows& rows, const std::vector<std::optional<double>>& places, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
