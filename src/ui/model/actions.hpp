// Everything that has a key, in one table: it dispatches keys, feeds the menus, the key sheet (?) and docs/KEYS.md.
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

/// Where a key is looked for. While the time bar has the focus its keys take the place of those of the views; all
/// others are the same everywhere.
enum class KeyContext : uint8_t { anywhere, views };

struct ActionInfo {
    Action action{};
    std::string_view group; // heading in the key sheet
    std::string_view title;
    ImGuiKeyChord chord = 0, other = 0; // `other` 0: only one
    bool repeats = false;               // while the key is held
    render::Overlay overlay = render::Overlay::none;
    KeyContext context = KeyContext::anywhere;
    ImGuiKeyChord in_time_bar = 0; // one more key, of the time bar
};

[[nodiscard]] const std::vector<ActionInfo>& actions();
[[nodiscard]] const ActionInfo& info(Action action);
/// "Ctrl+Shift+Z"; the first chord of the action, which may be one of the time bar's.
[[nodiscard]] std::string key_text(const ActionInfo& action);
[[nodiscard]] std::string key_text(Action action);
/// Key that toggles the overlay; empty when it has none.
[[nodiscard]] std::string key_text(render::Overlay overlay);

/// Actions whose keys went down in this frame. None while text is being typed; only Esc and `keys` while a dialog is
/// open. `time_bar`: that has the focus.
[[nodiscard]] std::vector<const ActionInfo*> pressed_actions(bool dialog_open, bool time_bar);

/// What the mouse does, for the key sheet and the documentation.
struct MouseHelp {
    std::string_view gesture, effect;
};
[[nodiscard]] const std::vector<MouseHelp>& mouse_help();
/// Keys that a lesson has of its own.
[[nodiscard]] const std::vector<MouseHelp>& lesson_help();

/// docs/KEYS.md.
[[nodiscard]] std::string keys_markdown();

} // namespace warpscope::ui
