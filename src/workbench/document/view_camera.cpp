#include "workbench/document/view_camera.hpp"

#include <cmath>

namespace warpscope::workbench {

void ViewCamera::note_widths(float left, float right) {
    if (left != left_ || right != right_) jump = true;
    left_ = left;
    right_ = right;
}

bool ViewCamera::follow(const scene::Camera& target, double seconds, bool animate) {
    constexpr double time_constant = 0.05; // seconds
    constexpr double there = 1e-3;
    const double change = std::abs(std::log(target.pixels_per_cell / now.pixels_per_cell)) +
                          (std::abs(target.center.x - now.center.x) + std::abs(target.center.y - now.center.y)) *
                              target.pixels_per_cell / 1000;
    if (jump || !animate || change < there) {
        now = target;
        jump = false;
        return false;
    }
    const double step = 1 - std::exp(-seconds / time_constant);
    now.pixels_per_cell *= std::pow(target.pixels_per_cell / now.pixels_per_cell, step);
    now.center.x += (target.center.x - now.center.x) * step;
    now.center.y += (target.center.y - now.center.y) * step;
    return true;
}

} // namespace warpscope::workbench
