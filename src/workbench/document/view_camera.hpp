#pragma once

#include "scene/camera.hpp"

namespace warpscope::workbench {

struct ViewCamera {
    scene::Camera now;
    bool jump = true;

    void note_widths(float left, float right);
    /// `seconds`: duration of the frame. Returns whether the camera still moves.
    bool follow(const scene::Camera& target, double seconds, bool animate);

private:
    float left_ = 0, right_ = 0;
};

} // namespace warpscope::workbench
