// Blocks over multiprocessors and time: a row for each multiprocessor, how many of them are busy, and a moment.
#pragma once

#include <optional>

#include "ui/model/launch_order.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Draws it into [min, max). What lies after `time` is faint. Returns the time under the cursor while the mouse is over
/// the rows.
std::optional<uint64_t> dispatch_chart(const Look& look, const analysis::Dispatch& dispatch, uint64_t time, ImVec2 min,
                                       ImVec2 max);

} // namespace warpscope::ui
