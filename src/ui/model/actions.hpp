// Actions and their keys; source of docs/KEYS.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "render/view_state.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/action.hpp"

namespace warpscope::ui {

/// Context in which an action's first key works. `views`: the time bar has no focus. `slices`: no folder of scenes is
/// open. `deck`: a folder is open.
enum class KeyContext : uint8_t { anywhere, views, slices, deck };

struct KeyConditions {
    bool dialog = false;
    bool time_bar = false;
    bool deck = false;

    [[nodiscard]] bool takes_first_key(KeyContext context) const {
        switch (context) {
        case KeyContext::views: return !time_bar;
        case KeyContext::slices: return !deck;
        case KeyContext::deck: return deck;
        default: return true;
        }
    }
};

struct ActionInfo {
    Action action{};
    std::string_view group;
    std::string_view title;
    ImGuiKeyChord chord = 0, other = 0; // `other`: second key, or 0
    bool repeats = false;
    render::Overlay overlay = render::Overlay::none;
    KeyContext context = KeyContext::anywhere;
    ImGuiKeyChord in_time_bar = 0; // additional key, or 0
};

[[nodiscard]] const std::vector<ActionInfo>& actions();
[[nodiscard]] const ActionInfo& info(Action action);
[[nodiscard]] std::string key_text(const ActionInfo& action);
[[nodiscard]] std::string key_text(Action action);
[[nodiscard]] std::string key_text(render::Overlay overlay);

/// While the user types, returns only actions whose keys text fields ignore; in a dialog, only Esc and Action::keys.
[[nodiscard]] std::vector<const ActionInfo*> pressed_actions(const KeyConditions& now);

struct MouseHelp {
    std::string_view gesture, effect;
};
[[nodiscard]] const std::vector<MouseHelp>& mouse_help();
[[nodiscard]] const std::vector<MouseHelp>& lesson_help();

[[nodiscard]] std::string keys_markdown();

} // namespace warpscope::ui
