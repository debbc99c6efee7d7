#include "ui/app/frame_pacing.hpp"

#include <algorithm>

namespace warpscope::ui {

namespace {

constexpr double pause_per_frame = 3; // as long as so many frames
constexpr double longest_pause = 0.1; // the knob that is dragged must follow the hand

} // namespace

void Pacing::shown(Time now, double seconds) {
    const std::chrono::duration<double> rest(std::min(pause_per_frame * seconds, longest_pause));
    next_ = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(rest);
}

double Pacing::pause(Time now, bool computing) const {
    if (!software_ || !computing) return 0;
    return std::max(std::chrono::duration<double>(next_ - now).count(), 0.0);
}

} // namespace warpscope::ui
