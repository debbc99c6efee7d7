// Which item has the keys. Tab and Shift+Tab go through all that can be pressed or moved, in the order in which they
// are drawn, Enter or Space presses, arrow keys move a slider and go on from other items, and Esc or a click gives the
// keys back to the picture. A ring shows which one it is. Menus have ImGui's own navigation, and text fields their
// keys.
#pragma once

#include <imgui.h>

namespace warpscope::ui {

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
/// Lets keys reach the item that has just been added, which is moved by arrow keys: returns by how many steps.
int key_steps(ImGuiID id, ImVec2 min, ImVec2 max);

} // namespace warpscope::ui
