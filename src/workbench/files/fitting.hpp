#pragma once

#include "insight/recorded_block.hpp"
#include "render/view.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

[[nodiscard]] scene::Scene fitting(scene::Scene scene, const session::RunResult& result);
/// Cells that the block stores, or else loads.
[[nodiscard]] std::optional<render::CellRect> cells_of_block(const insight::RecordedBlock& block,
                                                             const render::Content& content);
/// Returns a camera on the block's output cells, with at most `max` pixels per cell.
[[nodiscard]] std::optional<render::Camera> camera_on(const insight::RecordedBlock& block, render::Point view,
                                                      double max);

} // namespace warpscope::workbench
