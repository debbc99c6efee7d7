// Sizes of the bars, panels and views in a window.
#pragma once

#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

/// Fixed sizes at scale 1: heights of bars and of the drawer's row of tabs, and the width of a folded pane.
inline constexpr float top_bar_height = 46, status_bar_height = 27, time_bar_height = 34, tab_row_height = 34;
inline constexpr float rail_width = 44;

/// Window size, panes and their content, from which pane_sizes() computes the layout.
struct PaneWishes {
    float width = 0, height = 0; // window size
    float scale = 1;
    Panes panes;
    bool inspector = false; // a cell is pinned or the user opened the inspector
    bool narrow = false;    // inspector is a tab of the drawer
    bool moment = false;    // shows a moment within a block: the time bar must not move from tab to tab
    bool editing = false;   // drawer holds a text editor
    bool tall = false;      // drawer's tab needs height
    bool leads = false;     // drawer's tab explains the experiment and gets more room than the views
    bool numbers = false;   // views show only single numbers, which need little room
    bool asked = false;     // user opened the drawer in this session: never folded for lack of room
};

/// Sizes in whole pixels. Parts of size 0 are not drawn.
struct PaneSizes {
    float top_bar = 0, status_bar = 0;                // heights
    float launch = 0, inspector = 0;                  // widths
    float time_bar = 0;                               // height
    float drawer = 0;                                 // height, including the tabs
    float tabs = 0;                                   // height of the tabs
    bool launch_open = false, inspector_open = false; // otherwise a narrow rail
    bool drawer_open = false;                         // otherwise only the tabs show
};

/// Computes the layout. The views have priority: first the drawer is folded to its tabs, then bars and panels are
/// dropped.
[[nodiscard]] PaneSizes pane_sizes(const PaneWishes& wishes);

/// Input of lesson_pane_sizes().
struct LessonPaneWishes {
    float width = 0, height = 0; // window size
    float scale = 1;
    bool launch = false, drawer = false, time = false; // existing panes
    bool tall = false;                                 // drawer's tab needs height
    bool presented = false; // presentation to a class: the text must be readable from the last row
    bool code = false;      // lesson shows the kernel's text
};
/// Computes the layout during a lesson. PaneSizes::inspector is the lesson's width, status_bar the height of its row of
/// steps.
[[nodiscard]] PaneSizes lesson_pane_sizes(const LessonPaneWishes& wishes);

/// Returns the largest scale, in steps of 0.25 and at least 1, at which bars, panels and views fit.
[[nodiscard]] float largest_scale(float width, float height, bool presentation);

} // namespace warpscope::workbench
