#include "workbench/document/pane_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::workbench {

namespace {

// Lengths at scale 1.
constexpr float min_launch = 170, min_inspector = 230, min_drawer = 110;
constexpr float min_views_width = 200;
constexpr float min_views_height = 80;
constexpr float usual_views_height = 230; // lower views fold the drawer
constexpr float numbers_height = 112;
constexpr float min_width = 640, min_height = 360;
constexpr float widest_upright = 700;
constexpr float upright_views = 0.4f; // share of the height

PaneSizes upright_pane_sizes(const PaneRequest& request) {
    const auto px = [&](float length) { return std::round(length * request.scale); };
    PaneSizes sizes;
    sizes.top_bar = px(top_bar_height);
    sizes.status_bar = px(status_bar_height);
    sizes.tabs = px(tab_row_height);
    sizes.time_bar = px(2 * time_bar_height);
    const float min_views = std::max(std::ceil(upright_views * request.height), px(min_views_height));
    const auto room = [&] { return request.height - sizes.top_bar - sizes.status_bar - sizes.time_bar - min_views; };
    if (room() < px(min_drawer)) sizes.status_bar = 0;
    if (room() < sizes.tabs) sizes.time_bar = 0;
    if (room() < sizes.tabs) sizes.tabs = 0;
    if (room() < sizes.tabs) sizes.top_bar = 0;
    sizes.drawer_open = room() >= px(min_drawer);
    const float usual = (room() + min_views) / 2,
                preferred = request.panes.drawer > 0 ? px(request.panes.drawer) : usual;
    sizes.drawer = sizes.drawer_open ? std::floor(std::clamp(preferred, px(min_drawer), room())) : sizes.tabs;
    return sizes;
}

} // namespace

bool is_upright(float width, float height, float scale) { return width < height && width < widest_upright * scale; }

PaneSizes pane_sizes(const PaneRequest& request) {
    if (request.upright) return upright_pane_sizes(request);
    const auto px = [&](float length) { return std::round(length * request.scale); };
    const Panes& panes = request.panes;
    PaneSizes sizes;

    sizes.launch_open = panes.launch_open;
    sizes.inspector_open = request.inspector && !request.narrow;
    const float widest_launch = request.width * (request.narrow ? 0.3f : 0.35f);
    sizes.launch = std::round(std::clamp(px(panes.launch), px(min_launch), std::max(px(min_launch), widest_launch)));
    if (!sizes.launch_open) sizes.launch = px(rail_width);
    if (request.width < sizes.launch + px(min_views_width)) sizes.launch = 0;
    if (!request.narrow) sizes.inspector = px(rail_width);
    if (sizes.inspector_open)
        sizes.inspector = std::round(
            std::clamp(px(panes.inspector), px(min_inspector), std::max(px(min_inspector), request.width * 0.4f)));

    sizes.top_bar = px(top_bar_height);
    sizes.status_bar = px(status_bar_height);
    sizes.tabs = px(tab_row_height);
    sizes.time_bar = px(time_bar_height);
    const float room = request.height - sizes.top_bar - sizes.status_bar - sizes.time_bar;
    const float max = std::max(sizes.tabs, request.numbers ? room - px(numbers_height) : room * 0.6f);
    const float min = std::min(px(min_drawer), max);
    float usual = std::min(px(250), request.height * (request.height < px(800) ? 0.25f : 0.3f));
    if (request.moment || request.tall) usual = std::min(px(360), request.height * (request.moment ? 0.44f : 0.4f));
    if (request.editing) usual = std::min(px(390), request.height * 0.47f);
    if (request.leads || request.numbers) usual = max;
    float open = std::clamp(panes.drawer > 0 ? px(panes.drawer) : usual, min, max);
    if (!request.asked) open = std::max(min, std::min(open, room - px(usual_views_height)));
    const bool fits = room - open >= px(usual_views_height);
    if (request.asked && !fits && panes.drawer == 0) open = std::max(open, room / 2);
    sizes.drawer_open = panes.drawer_open && (fits || request.asked);
    sizes.drawer = sizes.drawer_open ? std::round(open) : sizes.tabs;

    const auto too_low = [&] {
        return request.height - sizes.top_bar - sizes.status_bar - sizes.time_bar - sizes.drawer < px(min_views_height);
    };
    if (too_low()) sizes.status_bar = 0;
    if (too_low()) sizes.time_bar = 0;
    if (too_low()) {
        sizes.drawer = sizes.tabs = 0;
        sizes.drawer_open = false;
    }
    if (too_low()) sizes.top_bar = 0;
    return sizes;
}

namespace {

PaneSizes upright_lesson_pane_sizes(const LessonPaneRequest& request) {
    const auto px = [&](float length) { return std::round(length * request.scale); };
    PaneSizes sizes;
    sizes.top_bar = px(top_bar_height);
    sizes.status_bar = px(40);
    sizes.time_bar = request.time ? px(2 * time_bar_height) : 0;
    const float room = request.height - sizes.top_bar - sizes.status_bar - sizes.time_bar;
    const float below = std::floor(std::max(0.0f, std::min(room * 0.55f, room - upright_views * request.height)));
    sizes.drawer_open = (request.drawer || request.launch) && below > px(2 * min_drawer);
    if (sizes.drawer_open) {
        sizes.tabs = px(tab_row_height);
        sizes.drawer = std::floor(below / 2);
    }
    sizes.lesson = below - sizes.drawer;
    return sizes;
}

} // namespace

PaneSizes lesson_pane_sizes(const LessonPaneRequest& request) {
    if (request.upright) return upright_lesson_pane_sizes(request);
    const auto px = [&](float length) { return std::round(length * request.scale); };
    PaneSizes sizes;
    const float share = request.presented ? (request.code ? 0.56f : 0.42f) : 0.3f;
    const float min = px(300), max = request.width - px(min_views_width);
    sizes.inspector = std::round(std::clamp(request.width * share, std::min(min, max), std::max(min, max)));
    if (!request.presented) sizes.inspector = std::min(sizes.inspector, px(520));
    sizes.inspector_open = true;
    sizes.top_bar = px(top_bar_height);
    sizes.status_bar = px(40);
    sizes.launch_open = request.launch && request.width - sizes.inspector > px(min_launch + min_views_width);
    sizes.launch = sizes.launch_open ? px(210) : 0;
    sizes.time_bar = request.time ? px(time_bar_height) : 0;
    const float room = request.height - sizes.top_bar - sizes.status_bar - sizes.time_bar;
    if (request.drawer && room > px(min_views_height + min_drawer)) {
        sizes.drawer_open = true;
        sizes.tabs = px(tab_row_height);
        const float drawer = (request.tall ? 0.45f : 0.4f) + (request.presented ? 0.1f : 0);
        sizes.drawer = std::round(std::clamp(room * drawer, px(min_drawer), room - px(min_views_height)));
    }
    return sizes;
}

float largest_scale(float width, float height, bool presentation) {
    const float larger = presentation ? 1.5f : 1.0f;
    const float fits = std::min(width / min_width, height / min_height) * larger;
    return std::max(1.0f, std::floor(fits * 4) / 4);
}

} // namespace warpscope::workbench
