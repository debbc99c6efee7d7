#pragma once

#include "insight/recorded_block.hpp"
#include "render/view.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

[[nodiscard]] scene::Scene fitting(scene::Scene scene, const session::RunResult& result);
/// Centers the block's output cells. `most` is the maximum of pixels per cell.
[[nodiscard]] std::optional<render::Camera> camera_on(const insight::RecordedBlock& block, render::Point view,
                                                      double most);

} // namespace warpscope::workbench
