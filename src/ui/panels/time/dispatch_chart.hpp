#pragma once

#include <optional>
#include <span>

#include "insight/launch_order.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

struct ChartPlace {
    uint64_t time = 0;
    std::optional<uint32_t> block;
};

/// Draws the chart into [min, max); blocks after `time` are faint. `places`: blocks' ranks by start time. Returns the
/// time and block under the mouse, if any.
std::optional<ChartPlace> dispatch_chart(const Look& look, const analysis::Dispatch& dispatch, uint64_t time,
                                         ImVec2 min, ImVec2 max, std::span<const uint32_t> places = {});

} // namespace warpscope::ui
