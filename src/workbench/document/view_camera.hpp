#pragma once

#include "scene/camera.hpp"

namespace warpscope::workbench {

struct ViewCamera {
    scene::Camera now;
    bool jump = true;

    void note_widths(float left, float right);
    /// Moves the camera towards `target` for a frame of `seconds`. Returns whether it still moves.
    bool follow(const scene::Camera& target, double seconds, bool animate);

private:
    float left_ = 0, right_ = 0;
};

} // namespace warpscope::workbench
