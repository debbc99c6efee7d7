#pragma once

#include <optional>
#include <vector>

#include "scene/camera.hpp"
#include "workbench/pointer/commands.hpp"

namespace warpscope::workbench {

struct TrailPoint {
    scene::Point at;
    double time = 0;
    float strength = 1; // 0: faded
};

/// Positions are pixels of the window.
struct PointerModel {
    PointerKind pointer{};
    std::optional<scene::Point> pointer_at; // nullopt: outside the window
    std::vector<TrailPoint> pointer_trail;
};

} // namespace warpscope::workbench
