// Veil over the future part of a block view. The view shows the measured kernel, the moment the kernel as written; only
// barriers relate them.
#pragma once

#include <optional>
#include <vector>

#include "insight/block_view.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns the moment's interval, from 0. Returns nullopt at "all of it", at the block's end, for another block, or if
/// the kernels' barriers differ.
[[nodiscard]] std::optional<uint32_t> interval_now(const Model& model, const insight::BlockView& view);

/// Returns each warp's position on the timeline, interpolated by the share of executed source lines of its interval.
/// nullopt: the warp is not running. Returns an empty list if interval_now() is nullopt.
[[nodiscard]] std::vector<std::optional<double>> warps_now(const Model& model, const insight::BlockView& view);

void draw_veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
