#pragma once

#include <optional>

#include "metrics/results.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

struct Pointing {
    std::optional<scene::Spot> hover;
    metrics::ThreadId pointed = 0; // thread under the mouse in a panel; 0: none

    [[nodiscard]] const std::optional<scene::Spot>& spot(const scene::Scene& scene) const {
        return scene.pin ? scene.pin : hover;
    }
};

} // namespace warpscope::workbench
