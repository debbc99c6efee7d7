// Where the views look: at what the scene says, else at all that is shown, to which the camera glides when that
// changes.
#pragma once

#include "scene/camera.hpp"

namespace warpscope::workbench {

struct ViewCamera {
    scene::Camera now;
    bool jump = true; // reaches the target at once

    /// Widths of both views: the camera jumps when they change.
    void note_widths(float left, float right);
    /// Moves on towards `target` for a frame of so many seconds; whether it is still on its way.
    bool follow(const scene::Camera& target, double seconds, bool animate);

private:
    float left_ = 0, right_ = 0;
};

} // namespace warpscope::workbench
