// Which item has the keys. Tab and Shift+Tab go through all that can be pressed or moved, in the order in which they
// are drawn, Enter or Space presses, arrow keys move a slider and go on from other items, and Esc or a click gives the
// keys back to the picture. A ring shows which one it is. Menus have ImGui's own navigation, and text fields their
// keys.
#pragma once

#include <vector>

#include <imgui.h>

namespace warpscope::ui {

/// How far arrow keys move an item: right and down are positive.
struct KeyMoves {
    int across = 0, down = 0;
};

/// The keys' state. Whoever makes the ImGui context has it, and ImGuiIO::UserData leads to it.
struct KeyFocus {
    struct Reached {
        ImGuiID id = 0;
        bool takes_arrows = false;
    };
    ImGuiID at = 0;             // 0: the picture has the keys
    std::vector<Reached> order; // as drawn in the frame before
    std::vector<Reached> drawn; // in this one, so far
    bool menu = false;          // is open
    bool had_keys = false;      // `at` was not 0 when this frame began
    bool arrows = false;        // and it takes arrow keys
    bool pressed = false, moved = false;
    KeyMoves moves;
};

/// Takes Tab and, where an item has the keys, its other keys. To be called when ImGui's frame has begun.
void begin_key_focus();
/// The picture has the keys.
void release_key_focus();
/// Returns whether these keys were, or would have been, for the item that has the focus, and are nobody else's.
[[nodiscard]] bool key_focus_takes(ImGuiKeyChord chord);

/// An invisible button that keys reach: true where it is pressed by the mouse or by a key.
bool key_button(const char* label, ImVec2 size, ImGuiButtonFlags flags = ImGuiButtonFlags_None);
/// Lets keys reach the item that has just been added: whether one of them presses it.
bool key_press(ImGuiID id, ImVec2 min, ImVec2 max);
/// Lets keys reach the item that has just been added, which is moved by arrow keys: returns by how many steps, of which
/// right and up are more.
int key_steps(ImGuiID id, ImVec2 min, ImVec2 max);
/// The same for an item that is moved in both directions, or along one of them.
KeyMoves key_moves(ImGuiID id, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
