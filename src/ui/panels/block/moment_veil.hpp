// The moment of the time bar in views of a whole block: what lies behind the interval between barriers that it is in
// has not happened yet.
//
// The views show the kernel that was measured, the moment is one of the kernel as written: both go from barrier to
// barrier, so that the interval is what they have in common.
#pragma once

#include <optional>
#include <vector>

#include "insight/block_view.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns the interval, from 0, that the moment is in; none at "all of it" and at the block's end, for a block other
/// than the shown one, and where the two kernels do not have the same barriers.
[[nodiscard]] std::optional<uint32_t> interval_now(const Model& model, const insight::BlockView& view);

/// How far each warp is, as a place on the view's timeline: within the interval between barriers that it is in at the
/// share of its source lines there, which both kernels execute, if not in the same order. None of a warp that has not
/// begun or has ended; empty where interval_now() has none.
[[nodiscard]] std::vector<std::optional<double>> warps_now(const Model& model, const insight::BlockView& view);

/// Pales what is drawn in a rectangle on the screen, and says in it that it has not happened yet.
void draw_veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
