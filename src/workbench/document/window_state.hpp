// How the window is divided and what is asked of it: sizes of panes, scale, presentation mode, the wish to end.
#pragma once

#include <optional>

#include "language/language.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::workbench {

struct WindowState {
    bool time_bar_shown = false; // in the last frame: keys are its own only then
    float monitor_scale = 1;
    float scale = 1; // of this frame
    bool presentation = false;
    bool lesson = false;       // is open: presented, too, its panes stay beside each other
    bool drawer_large = false; // in presentation mode: the drawer's tab takes the place of the views
    bool drawer_asked = false; // see PaneWishes
    // A tab that needs height has been shown, or the drawer was opened by hand: all tabs have that height from then on,
    // so that the time bar does not move.
    bool drawer_tall = false;
    bool drawer_leads = false;   // the same
    bool menu_open = false;      // when the frame began: its keys are the menu's
    bool menu_left_open = false; // when the frame before ended
    bool menu_requested = false; // by a key: the next frame opens the first of the bar
    bool inspector_away = false; // folded by hand while something is pinned
    float noted_scale = 0;       // a wish that the window has no room for, as said to the user
    bool views_drawn = false;    // in this frame, and to be painted at its end
    bool page = false;           // a program's page takes the place of views and panels
    bool as_shapes = false;      // while capturing: for a file that scales
    bool capturing = false;      // the frame is a picture to be saved: no dialogs, nothing that is clicked
    std::optional<Language> captured_language; // of that picture
    std::optional<size_t> captured_view;       // all that is seen of it; none: more
    bool captured_large = false;               // with legends that are read from the last row
    float captured_rows = 0; // pixels by which the drawer is higher in it, so that nothing is out of sight
    float hidden_rows = 0;   // pixels of the drawer's tab that were out of sight in the last frame
    bool quit = false, restart = false;
    bool restart_warned = false; // that notes do not come along
    PaneSizes sizes;             // of this frame

    /// The scale that the user or the monitor asks for, whether the window has room for it or not.
    [[nodiscard]] float wished_scale(const Preferences& preferences) const;
    /// Returns whether the window shows the views.
    [[nodiscard]] bool views_in_sight(const Preferences& preferences) const {
        if (page) return false;
        return !presentation || lesson || !drawer_large || code_beside(preferences);
    }
    /// In presentation mode the kernel's text stands beside the pictures; drawings take their place.
    [[nodiscard]] bool code_beside(const Preferences& preferences) const {
        return presentation && !lesson && drawer_large && info(preferences.tab).has(beside_views);
    }
    [[nodiscard]] bool drawer_shown() const { return presentation && !lesson ? drawer_large : sizes.drawer_open; }
    /// Returns whether the drawer shows this tab: also large, in presentation mode.
    [[nodiscard]] bool seen(Tab tab, const Preferences& preferences) const {
        return preferences.tab == tab && drawer_shown();
    }
};

} // namespace warpscope::workbench
