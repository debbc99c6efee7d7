// Layout and modes of the window: pane sizes, scale, presentation, captured picture, request to quit.
#pragma once

#include <optional>

#include "language/language.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::workbench {

struct WindowState {
    bool time_bar_shown = false; // in the last frame: its keys work only then
    float monitor_scale = 1;
    float scale = 1;
    bool presentation = false;
    bool lesson = false;
    bool drawer_large = false; // presentation mode shows the drawer's tab instead of the views
    bool drawer_asked = false;
    // From the first tall tab on, all tabs are tall, so that the time bar does not move.
    bool drawer_tall = false;
    bool drawer_leads = false;
    bool menu_open = false; // at the start of the frame: keys go to the menu
    bool menu_left_open = false;
    bool menu_requested = false;
    bool inspector_away = false; // folded by hand despite a pin
    float noted_scale = 0;       // scale for which the user was told that the window is too small
    bool views_drawn = false;    // views are in this frame and must be painted
    bool page = false;
    bool as_shapes = false;
    bool capturing = false; // frame is a picture to save: no dialogs, no controls
    std::optional<Language> captured_language;
    std::optional<size_t> captured_view; // only view in the picture; none: all
    bool captured_large = false;
    float captured_rows = 0; // extra pixels of drawer height that show all rows of the tab
    float hidden_rows = 0;
    bool quit = false, restart = false;
    bool restart_warned = false;
    PaneSizes sizes;

    /// Returns the requested scale, even if the window is too small.
    [[nodiscard]] float wished_scale(const Preferences& preferences) const;
    [[nodiscard]] bool views_in_sight(const Preferences& preferences) const {
        if (page) return false;
        return !presentation || lesson || !drawer_large || code_beside(preferences);
    }
    /// Returns whether code and views are next to each other in presentation mode.
    [[nodiscard]] bool code_beside(const Preferences& preferences) const {
        return presentation && !lesson && drawer_large && info(preferences.tab).has(beside_views);
    }
    [[nodiscard]] bool drawer_shown() const { return presentation && !lesson ? drawer_large : sizes.drawer_open; }
    [[nodiscard]] bool seen(Tab tab, const Preferences& preferences) const {
        return preferences.tab == tab && drawer_shown();
    }
};

} // namespace warpscope::workbench
