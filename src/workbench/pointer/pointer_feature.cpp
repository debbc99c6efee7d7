#include "workbench/pointer/pointer_feature.hpp"

#include <algorithm>

namespace warpscope::workbench {

bool PointerFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::laser: toggle(PointerKind::laser); return true;
    case Action::spotlight: toggle(PointerKind::spotlight); return true;
    case Action::unpin:
        if (view_.pointer == PointerKind::none) return false;
        on(SetPointer{PointerKind::none});
        return true;
    default: return false;
    }
}

void PointerFeature::toggle(PointerKind kind) { on(SetPointer{view_.pointer == kind ? PointerKind::none : kind}); }

void PointerFeature::on(const SetPointer& c) {
    if (!window_.presentation && c.kind != PointerKind::none) {
        say(false, msg("The laser pointer and the spotlight are for presentation mode."), msg("Press F11 first."));
        return;
    }
    view_.pointer = c.kind;
    view_.pointer_trail.clear();
    redraw_.want(2);
}

void PointerFeature::update(const std::optional<scene::Point>& mouse) {
    if (!window_.presentation) view_.pointer = PointerKind::none;
    const std::optional<scene::Point> before = view_.pointer_at;
    view_.pointer_at = mouse;
    std::vector<TrailPoint>& trail = view_.pointer_trail;
    if (view_.pointer != PointerKind::laser || !mouse || preferences_.reduced_motion) {
        trail.clear();
        return;
    }
    const double now = document_.clock.now;
    if (before != mouse) trail.push_back({*mouse, now, 1});
    std::erase_if(trail, [&](const TrailPoint& point) { return now - point.time >= trail_seconds; });
    for (TrailPoint& point : trail) point.strength = 1 - static_cast<float>((now - point.time) / trail_seconds);
}

std::optional<double> PointerFeature::seconds_until_due() const {
    constexpr double frame_seconds = 1.0 / 60;
    if (view_.pointer_trail.empty()) return std::nullopt;
    return frame_seconds;
}

} // namespace warpscope::workbench
