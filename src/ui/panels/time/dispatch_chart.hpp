// Blocks over multiprocessors and time: a row for each multiprocessor, how many of them are busy, and a moment.
#pragma once

#include <optional>
#include <span>

#include "insight/launch_order.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Where the mouse is in the chart.
struct ChartPlace {
    uint64_t time = 0;
    std::optional<uint32_t> block; // linear index
};

/// Draws it into [min, max). What lies after `time` is faint. `places`, where given, are the blocks' places in the
/// order in which they begin, which stand on them where there is room. Returns where the mouse is, if over the chart.
std::optional<ChartPlace> dispatch_chart(const Look& look, const analysis::Dispatch& dispatch, uint64_t time,
                                         ImVec2 min, ImVec2 max, std::span<const uint32_t> places = {});

} // namespace warpscope::ui
