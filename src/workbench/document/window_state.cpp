#include "workbench/document/window_state.hpp"

#include <algorithm>

namespace warpscope::workbench {

float WindowState::preferred_scale(const Preferences& preferences, float screen_height) const {
    constexpr float presentation_scale = 1.4f, large_drawer_scale = 1.8f;
    const float base = preferences.scale > 0 ? preferences.scale : monitor_scale;
    const float larger = !presentation ? 1 : views_in_sight(preferences) ? presentation_scale : large_drawer_scale;
    const float scale = std::clamp(base, min_scale, max_scale) * larger;
    // In presentation mode, the scale grows with the resolution: the audience sees the whole screen.
    constexpr float usual_height = 1080;
    return presentation && preferences.scale == 0 ? std::max(scale, larger * screen_height / usual_height) : scale;
}

} // namespace warpscope::workbench
