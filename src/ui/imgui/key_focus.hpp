// Keyboard focus. Tab and Shift+Tab visit items in drawing order, Enter or Space presses, arrow keys move sliders or
// visit other items, Esc or a click returns the keys to the picture. A ring marks the focused item. Menus use ImGui's
// navigation; text fields handle their own keys.
#pragma once

#include <vector>

#include <imgui.h>

namespace warpscope::ui {

/// Steps by arrow keys; right and down are positive.
struct KeyMoves {
    int across = 0, down = 0;
};

/// Focus state. The creator of the ImGui context owns it; ImGuiIO::UserData points to it.
struct KeyFocus {
    struct Reached {
        ImGuiID id = 0;
        bool takes_arrows = false;
    };
    ImGuiID at = 0;             // 0: the picture has the keys
    std::vector<Reached> order; // in drawing order of the previous frame
    std::vector<Reached> drawn; // in the current frame, so far
    bool menu = false;          // a menu is open
    bool had_keys = false;      // `at` was not 0 at the start of this frame
    bool arrows = false;        // the focused item takes arrow keys
    bool pressed = false, moved = false;
    KeyMoves moves;
};

/// Handles Tab and the focused item's keys. Call at the start of ImGui's frame.
void begin_key_focus();
/// Returns the keys to the picture.
void release_key_focus();
/// Returns whether the focused item takes these keys, so that nobody else may use them.
[[nodiscard]] bool key_focus_takes(ImGuiKeyChord chord);

/// Draws an invisible button. Returns whether the mouse or a key pressed it.
bool key_button(const char* label, ImVec2 size, ImGuiButtonFlags flags = ImGuiButtonFlags_None);
/// Makes the last item focusable. Returns whether a key pressed it.
bool key_press(ImGuiID id, ImVec2 min, ImVec2 max);
/// Makes the last item focusable and movable. Returns the number of steps; right and up are positive.
int key_steps(ImGuiID id, ImVec2 min, ImVec2 max);
/// Does the same for an item that moves in one or two directions.
KeyMoves key_moves(ImGuiID id, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
