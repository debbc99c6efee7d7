#include "workbench/document/frame_pacing.hpp"

#include <algorithm>

namespace warpscope::workbench {

namespace {

struct Rest {
    double frames = 0, seconds = 0;
};
constexpr Rest while_moving{5, 0.1};
constexpr Rest while_still{12, 0.25};

} // namespace

void Pacing::shown(Time now, double seconds) {
    last_ = now;
    took_ = seconds;
}

double Pacing::pause(Time now, bool computing, bool still) const {
    if (!software_ || !computing || !last_) return 0;
    const Rest& rest = still ? while_still : while_moving;
    return std::max(std::min(rest.frames * took_, rest.seconds) - std::chrono::duration<double>(now - *last_).count(),
                    0.0);
}

bool Pacing::should_present(Time now, bool uploading) const {
    const bool fresh = last_ && std::chrono::duration<double>(now - *last_).count() < while_moving.seconds;
    return !software_ || !uploading || !fresh;
}

} // namespace warpscope::workbench
