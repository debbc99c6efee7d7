#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "language/language.hpp"
#include "workbench/document/bug_step.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::workbench {

struct WindowState {
    bool time_bar_shown = false; // the last frame had the time bar, so its keys work
    float monitor_scale = 1;
    bool touch = false; // the main pointer is a finger
    float scale = 1;
    bool has_chinese_font = false;
    bool presentation = false;
    bool lesson = false;
    bool drawer_large = false;
    bool is_drawer_requested = false;
    bool drawer_leads = false;
    bool has_presented = false;
    bool menu_open = false; // the menu gets the keys
    bool menu_left_open = false;
    bool menu_requested = false;
    bool inspector_away = false;
    std::map<std::string, BugStep> bug_steps;
    float noted_scale = 0;             // scale in the last message about a small window
    std::filesystem::path open_folder; // last file's folder, even if opening failed
    bool views_drawn = false;
    bool page = false;
    bool as_shapes = false;
    bool capturing = false; // omits dialogs and controls for a picture
    std::optional<Language> captured_language;
    std::optional<size_t> captured_view;
    float captured_reading = 0;
    float captured_rows = 0;
    float captured_room = 0; // height that the views gain in a figure
    float hidden_rows = 0;
    bool quit = false, restart = false;
    bool restart_warned = false, quit_warned = false;
    PaneSizes sizes;

    /// Returns the scale regardless of the window's size. Presentation mode enlarges it on tall screens.
    [[nodiscard]] float preferred_scale(const Preferences& preferences, float screen_height) const;
    [[nodiscard]] bool views_in_sight(const Preferences& preferences) const {
        if (page) return false;
        return !presentation || lesson || !drawer_large || code_beside(preferences);
    }
    [[nodiscard]] bool code_beside(const Preferences& preferences) const {
        return presentation && !lesson && drawer_large && info(preferences.tab).has(beside_views);
    }
    [[nodiscard]] bool is_bug_revealed(const std::string& variant) const {
        const auto step = bug_steps.find(variant);
        return step != bug_steps.end() && step->second >= BugStep::caused;
    }
    [[nodiscard]] bool drawer_shown() const { return presentation && !lesson ? drawer_large : sizes.drawer_open; }
    [[nodiscard]] bool seen(Tab tab, const Preferences& preferences) const {
        return preferences.tab == tab && drawer_shown();
    }
};

} // namespace warpscope::workbench
