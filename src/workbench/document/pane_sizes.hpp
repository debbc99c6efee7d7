#pragma once

#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

/// Lengths at scale 1.
inline constexpr float top_bar_height = 46, status_bar_height = 27, time_bar_height = 34, tab_row_height = 34;
inline constexpr float rail_width = 44;

struct PaneRequest {
    float width = 0, height = 0;
    float scale = 1;
    Panes panes;
    bool inspector = false;
    bool narrow = false;
    bool moment = false; // the moment is within a block
    bool editing = false;
    bool tall = false;
    bool leads = false; // the drawer explains the experiment and gets most of the room
    bool numbers = false;
    bool asked = false; // the user opened the drawer, so it never folds for lack of room
    bool upright = false;
};

struct PaneSizes {
    float top_bar = 0, status_bar = 0;
    float launch = 0, inspector = 0;
    float time_bar = 0;
    float drawer = 0;
    float tabs = 0;
    float lesson = 0; // height below the views; 0: the lesson is at their side
    bool launch_open = false, inspector_open = false;
    bool drawer_open = false;
};

/// Returns whether views, drawer and bars are stacked, as on a phone.
[[nodiscard]] bool is_upright(float width, float height, float scale);
/// If the views lack room, folds the drawer, then hides bars and panels. In an upright window, the open drawer gets
/// half of the height.
[[nodiscard]] PaneSizes pane_sizes(const PaneRequest& request);

struct LessonPaneRequest {
    float width = 0, height = 0;
    float scale = 1;
    bool launch = false, drawer = false, time = false;
    bool tall = false;
    bool presented = false;
    bool code = false;
    bool upright = false;
};
/// `inspector` is the lesson's width, `status_bar` the height of its row of steps.
[[nodiscard]] PaneSizes lesson_pane_sizes(const LessonPaneRequest& request);

/// Returns the largest scale at which the panes fit: a multiple of 0.25, at least 1.
[[nodiscard]] float largest_scale(float width, float height, bool presentation);

} // namespace warpscope::workbench
