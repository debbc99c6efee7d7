// Where the user points in this moment; what is pinned is the scene's.
#pragma once

#include <optional>

#include "metrics/results.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

struct Pointing {
    std::optional<scene::Spot> hover; // under the cursor
    metrics::ThreadId pointed = 0;    // thread that a panel points at; 0: none

    /// What is pinned, else what is under the cursor.
    [[nodiscard]] const std::optional<scene::Spot>& spot(const scene::Scene& scene) const {
        return scene.pin ? scene.pin : hover;
    }
};

} // namespace warpscope::workbench
