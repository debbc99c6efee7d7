// Blocks over multiprocessors and time: a row for each multiprocessor, how many of them are busy, and a moment.
#pragma once

#include <optional>

#include "analysis/dispatch.hpp"
#include "render/view.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Draws it into [min, max). What lies after `time` is faint. Returns the time under the cursor while the mouse is over
/// the rows.
std::optional<uint64_t> dispatch_chart(const Look& look, const analysis::Dispatch& dispatch, uint64_t time, ImVec2 min,
                                       ImVec2 max);

/// The order of the dispatch for views; all blocks have ended.
[[nodiscard]] render::BlocksSoFar blocks_so_far(const analysis::Dispatch& dispatch);

/// "312 of 1536 blocks have ended · 132 of 132 multiprocessors busy · wave 2 of 3 · the tail has begun"
[[nodiscard]] std::string dispatch_words(const analysis::Dispatch& dispatch, uint64_t time);

} // namespace warpscope::ui
