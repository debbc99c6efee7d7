// Input events that no frame has processed yet, and keyboard navigation of menus.
#pragma once

namespace warpscope::ui {

/// Returns whether a click, key or character is pending. Dear ImGui spreads press and release over several frames, so a
/// quick click needs more than one. Mouse moves do not count.
[[nodiscard]] bool input_waits();
[[nodiscard]] bool moves_wait();

/// Returns whether a menu or another popup that is not a dialog is open.
[[nodiscard]] bool menu_is_open();

/// Calls ImGui::NewFrame() with keyboard navigation in menus, and applies each key or click with the modifiers at its
/// press. Otherwise, a key pressed and Ctrl released since the last frame lose the Ctrl.
void begin_frame_with_chords();

} // namespace warpscope::ui
