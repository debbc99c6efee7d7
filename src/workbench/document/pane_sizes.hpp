// Sizes of the bars, panels and views in a window.
#pragma once

#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

/// Fixed sizes at scale 1: heights of bars and of the drawer's row of tabs, and the width of a folded pane.
inline constexpr float top_bar_height = 46, status_bar_height = 27, time_bar_height = 34, tab_row_height = 34;
inline constexpr float rail_width = 44;

/// What is there and what is wished.
struct PaneWishes {
    float width = 0, height = 0; // of the window
    float scale = 1;
    Panes panes;
    bool inspector = false; // open: something is pinned, or it was opened
    bool narrow = false;    // the inspector is a tab of the drawer
    bool moment = false;    // within a block: the time bar must not move from tab to tab
    bool editing = false;   // it holds a text that is typed in
    bool tall = false;      // the drawer's tab is read for its own sake
    bool leads = false;     // its tab tells the experiment's story: it gets more of the room than the views
    bool numbers = false;   // the views hold nothing but single numbers, which need little room
    bool asked = false;     // the user opened the drawer in this session: it is not folded for lack of room
};

/// Whole pixels. What is 0 is not drawn.
struct PaneSizes {
    float top_bar = 0, status_bar = 0;                // heights
    float launch = 0, inspector = 0;                  // widths
    float time_bar = 0;                               // height
    float drawer = 0;                                 // height, its tabs included
    float tabs = 0;                                   // the part of it that they take
    bool launch_open = false, inspector_open = false; // else a rail as wide as that
    bool drawer_open = false;                         // else only its tabs show
};

/// The views are what the window is about: where there is little room the drawer is folded to its tabs, and where there
/// is hardly any, bars and panels are left out.
[[nodiscard]] PaneSizes pane_sizes(const PaneWishes& wishes);

/// The same while a lesson is open, which takes the right side.
struct LessonPaneWishes {
    float width = 0, height = 0; // of the window
    float scale = 1;
    bool launch = false, drawer = false, time = false; // are there
    bool tall = false;                                 // the drawer's tab is read for its own sake
    bool presented = false;                            // to a class: what is asked is read from the last row
    bool code = false;                                 // the kernel's text stands in it
};
/// PaneSizes::inspector is the lesson's width, status_bar the height of the row of its steps.
[[nodiscard]] PaneSizes lesson_pane_sizes(const LessonPaneWishes& wishes);

/// The largest scale at which a window of this size has room for bars, panels and views, in quarters, but never less
/// than 1.
[[nodiscard]] float largest_scale(float width, float height, bool presentation);

} // namespace warpscope::workbench
