#include "workbench/window/window_feature.hpp"

#include <algorithm>
#include <cmath>

#include "language/tr.hpp"

namespace warpscope::workbench {

bool WindowFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::palette: on(ShowPalette{}); break;
    case Action::menus:
        if (window_.presentation) // there is no menu bar
            on(ShowPalette{});
        else
            window_.menu_requested = true;
        break;
    case Action::welcome: document_.dialog_requests.emplace_back(WelcomeRequest{}); break;
    case Action::lessons: document_.dialog_requests.emplace_back(LessonsRequest{}); break;
    case Action::quit: quit(); break;
    case Action::reduced_motion: preferences_.reduced_motion = !preferences_.reduced_motion; break;
    case Action::theme: preferences_.dark = !preferences_.dark; break;
    case Action::scale_up: change_scale(0.1f); break;
    case Action::scale_down: change_scale(-0.1f); break;
    case Action::scale_reset: on(SetScale{0}); break;
    case Action::presentation: toggle_presentation(); break;
    case Action::launch_pane: toggle_launch(); break;
    case Action::inspector_pane: toggle_inspector(); break;
    case Action::drawer:
        if (window_.presentation)
            window_.drawer_large = !window_.drawer_large;
        else
            on(SetDrawer{!window_.sizes.drawer_open});
        document_.camera.jump = true;
        break;
    case Action::next_tab: show_next_tab(); break;
    default: return false;
    }
    return true;
}

void WindowFeature::change_scale(float by) {
    const float preferred = preferences_.scale > 0 ? preferences_.scale : window_.monitor_scale;
    const float now = window_.presentation ? preferred : std::min(preferred, window_.scale);
    on(SetScale{std::round((now + by) * 10) / 10});
}

void WindowFeature::quit() {
    const EditedSource* const edited = model_.edited;
    const bool unsaved = edited != nullptr && edited->changed() && !edited->of_catalog && model_.lesson == nullptr;
    if (!unsaved || window_.quit_warned) {
        window_.quit = true;
        return;
    }
    window_.quit_warned = true;
    const catalog::Variant* const v = document_.variant();
    constexpr double hint_seconds = 20;
    document_.notices.say(
        document_.clock.now, false,
        msg("Your changes to {} are kept but not saved.", v == nullptr ? std::string() : v->source.filename().string()),
        msg("They are offered when you open the file again. Press Ctrl+Q again to quit, or {} to save.",
            document_.key_text(Action::save_text)),
        hint_seconds);
}

void WindowFeature::toggle_presentation() {
    window_.presentation = !window_.presentation;
    document_.camera.jump = true;
    if (!window_.presentation) return;
    window_.drawer_large = window_.drawer_leads && window_.sizes.drawer_open;
    if (std::exchange(window_.has_presented, true)) return;
    constexpr double hint_seconds = 3;
    document_.notices.say(document_.clock.now, false, msg("Presentation mode. F11 leaves it."),
                          model_.lesson != nullptr
                              ? msg("A to E count raised hands, Space measures, Ctrl+K finds anything.")
                              : msg("Period and comma step, N goes to the next barrier, Ctrl+J shows the source or "
                                    "another tab, Ctrl+K finds anything."),
                          hint_seconds);
}

void WindowFeature::toggle_launch() {
    if (model_.upright)
        preferences_.tab = Tab::launch;
    else
        preferences_.panes.launch_open = !preferences_.panes.launch_open;
}

void WindowFeature::toggle_inspector() {
    if (model_.narrow) {
        preferences_.tab = Tab::inspector;
        on(SetDrawer{true});
        return;
    }
    window_.inspector_away = window_.sizes.inspector_open;
    preferences_.panes.inspector_open = !window_.sizes.inspector_open;
}

void WindowFeature::show_next_tab() {
    const bool several = model_.result && model_.result->prepared.plan.devices > 1;
    // In presentation mode, the first press only opens the drawer.
    if (window_.drawer_shown() || !window_.presentation)
        preferences_.tab = tab_after(preferences_.tab,
                                     {.narrow = model_.narrow, .upright = model_.upright, .several_devices = several});
    if (window_.presentation)
        window_.drawer_large = true;
    else
        on(SetDrawer{true});
}

void WindowFeature::on(const ResizePane& c) {
    Panes& p = preferences_.panes;
    const float by = c.by / window_.scale;
    switch (c.pane) {
    case Pane::launch: p.launch = std::clamp(p.launch + by, 170.0f, 600.0f); break;
    case Pane::inspector: p.inspector = std::clamp(p.inspector - by, 220.0f, 700.0f); break;
    case Pane::drawer:
        p.drawer = std::clamp(window_.sizes.drawer / window_.scale - by, 90.0f, 1200.0f);
        window_.is_drawer_requested = true;
        break;
    case Pane::split: p.split = std::clamp(p.split + c.by, 0.1f, 0.9f); break;
    case Pane::rows: p.rows = std::clamp(p.rows + c.by, 0.1f, 0.9f); break;
    }
}

void WindowFeature::on(const SetDrawer& c) {
    if (window_.presentation && model_.lesson == nullptr && window_.drawer_large != c.open) {
        window_.drawer_large = c.open;
        document_.camera.jump = true;
    }
    document_.open_drawer(c.open);
}

void WindowFeature::on(const SetScale& c) {
    preferences_.scale = c.scale == 0 ? 0 : std::clamp(c.scale, min_scale, max_scale);
    document_.camera.jump = true;
}

void WindowFeature::on(const ShowPalette& c) { document_.dialog_requests.emplace_back(PaletteRequest{c.typed}); }

void WindowFeature::on(const Restart& /*c*/) {
    if (!scene_.notes.empty() && !window_.restart_warned) {
        window_.restart_warned = true;
        say(true, msg("Notes are not kept."),
            msg("Save the scene first (Ctrl+S), or ask again to restart without them."));
        return;
    }
    window_.quit = window_.restart = true;
}

void WindowFeature::on(const TellBug& c) {
    if (document_.variant() == nullptr) return;
    window_.bug_steps[document_.variant()->name] = c.step;
}

void WindowFeature::update_language() {
    const Language requested = preferences_.language.value_or(start_.desktop_language);
    if (spoken_ == requested) return;
    const bool asked = preferences_.language.has_value(), first = !spoken_.has_value();
    spoken_ = requested;
    redraw_.want(3);
    if (requested == Language::chinese && !window_.has_chinese_font) {
        // Reports a missing font only if the user chose the language.
        static_cast<void>(set_language(Language::english));
        say(asked, msg("No font for Chinese was found."), msg("Install fonts-noto-cjk and restart Warpscope."));
        return;
    }
    if (const auto set = set_language(requested); !set) {
        static_cast<void>(set_language(Language::english));
        if (asked || !first) say(asked, set.error().message, set.error().hint);
        return;
    }
}

} // namespace warpscope::workbench
