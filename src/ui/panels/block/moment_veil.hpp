// Veil over the part of a block view that is later than the time bar's moment. The view shows the measured kernel, the
// moment belongs to the kernel as written. Both have the same barriers, so the interval is the common position.
#pragma once

#include <optional>
#include <vector>

#include "insight/block_view.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns the moment's interval, from 0. Returns nullopt at "all of it", at the block's end, for another block, or if
/// the two kernels have different barriers.
[[nodiscard]] std::optional<uint32_t> interval_now(const Model& model, const insight::BlockView& view);

/// Returns each warp's position on the view's timeline. Within the interval, it is interpolated by the share of
/// executed source lines, because the kernels may order them differently. nullopt for warps that have not begun or have
/// ended; empty if interval_now() is nullopt.
[[nodiscard]] std::vector<std::optional<double>> warps_now(const Model& model, const insight::BlockView& view);

/// Dims a screen rectangle and labels it as not yet executed.
void draw_veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
