// Veil over the part of a block view that is later than the moment. View and moment come from different builds of the
// kernel, in which only barriers correspond.
#pragma once

#include <optional>
#include <vector>

#include "insight/block_view.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns the moment's interval, from 0; nullopt for the full run, at the block's end, for another block, or if
/// recorded and traced barriers differ.
[[nodiscard]] std::optional<uint32_t> interval_now(const Model& model, const insight::BlockView& view);

/// Returns warps' positions on the timeline, interpolated by executed source lines; nullopt for warps that do not run.
/// Empty if interval_now() is nullopt.
[[nodiscard]] std::vector<std::optional<double>> warps_now(const Model& model, const insight::BlockView& view);

void draw_veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
