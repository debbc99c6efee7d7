// Scenes and cameras that fit a run.
#pragma once

#include "insight/recorded_block.hpp"
#include "render/view.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

/// Returns `scene` without a pin or slice that `result` does not have.
[[nodiscard]] scene::Scene fitting(scene::Scene scene, const session::RunResult& result);
/// Returns a camera with the cells of the output that the block stores in the middle of a view of that size, and their
/// surroundings around them. Nothing if the block stores none. `most`: largest zoom, in pixels per cell.
[[nodiscard]] std::optional<render::Camera> camera_on(const insight::RecordedBlock& block, render::Point view,
                                                      double most);

} // namespace warpscope::workbench
