#pragma once

#include <optional>
#include <vector>

#include "ui/model/model.hpp"

namespace warpscope::ui {

inline constexpr float timeline_label_width = 62; // left of the rows, at scale 1

struct TimelineRows {
    const Look& look;
    const insight::BlockView& block_view;
    ImDrawList& list;
    ImVec2 min, max;
    Strip strip;
    float height = 0;

    [[nodiscard]] float x(double place) const {
        return min.x + look.px(static_cast<float>(place - strip.first) * strip.width);
    }
    [[nodiscard]] double place(float at) const {
        return strip.first + static_cast<double>((at - min.x) / look.px(strip.width));
    }
};

/// Returns a Viridis color. Avoids the brightest ones, which look white on a projector.
[[nodiscard]] ImU32 lane_color(uint32_t active);

void draw_warp(const TimelineRows& rows, uint32_t warp);
void draw_axis(const TimelineRows& rows, float top, float bottom);
void draw_barriers(const TimelineRows& rows, float top, float bottom);
void draw_cursors(const TimelineRows& rows, const std::vector<std::optional<double>>& places, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
