// Keyboard focus: Tab visits items, Enter or Space presses, arrow keys move sliders, Esc or a click leaves. Menus and
// text fields handle their own keys.
#pragma once

#include <vector>

#include <imgui.h>

namespace warpscope::ui {

/// Number of presses of arrow keys; right and down are positive.
struct KeyMoves {
    int across = 0, down = 0;
};

/// Owned by the creator of the ImGui context, in ImGuiIO::UserData.
struct KeyFocus {
    struct Reached {
        ImGuiID id = 0;
        bool takes_arrows = false;
    };
    ImGuiID at = 0;             // focused item; 0: keys act on the views
    std::vector<Reached> order; // items of the previous frame, in drawing order
    std::vector<Reached> drawn; // items of the current frame
    bool menu = false;
    bool had_keys = false; // an item was focused when the frame began
    bool arrows = false;   // the focused item takes arrow keys
    bool pressed = false, moved = false;
    bool hides_tooltips = false; // from a key press until the mouse moves
    KeyMoves moves;
};

/// Must start each ImGui frame.
void begin_key_focus();
void release_key_focus();
[[nodiscard]] bool key_focus_takes(ImGuiKeyChord chord);
[[nodiscard]] bool keys_hide_tooltips();

bool key_button(const char* label, ImVec2 size, ImGuiButtonFlags flags = ImGuiButtonFlags_None);
/// Makes the last item focusable. Returns whether a key pressed it.
bool key_press(ImGuiID id, ImVec2 min, ImVec2 max);
/// Lets arrow keys adjust the last item. Returns their presses; right and up are positive.
int key_steps(ImGuiID id, ImVec2 min, ImVec2 max);
KeyMoves key_moves(ImGuiID id, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
