// Veil over the future part of a block view. The view shows the measured kernel, the moment belongs to the kernel as
// written; they have only the barriers in common.
#pragma once

#include <optional>
#include <vector>

#include "insight/block_view.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns the moment's interval, from 0. Returns nullopt at "all of it", at the block's end, for another block, or if
/// the kernels' barriers differ.
[[nodiscard]] std::optional<uint32_t> interval_now(const Model& model, const insight::BlockView& view);

/// Returns each warp's position on the view's timeline, interpolated within the interval by the share of executed
/// source lines. nullopt for warps that have not begun or have ended; empty if interval_now() is nullopt.
[[nodiscard]] std::vector<std::optional<double>> warps_now(const Model& model, const insight::BlockView& view);

void draw_veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
