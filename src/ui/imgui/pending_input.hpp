// What the user has done and no frame has seen yet, and who is to have the keys.
#pragma once

namespace warpscope::ui {

/// Returns whether a click, a key or a letter waits for a frame. Dear ImGui hands a press and its release to different
/// frames, so that a quick click takes several of them; moves of the mouse alone may wait.
[[nodiscard]] bool input_waits();
/// Returns whether the mouse has moved since.
[[nodiscard]] bool moves_wait();

/// Returns whether a menu is open, or another popup that is no dialog.
[[nodiscard]] bool menu_is_open();

/// ImGui::NewFrame(), in which menus have ImGui's keyboard navigation, and in which a key or a click counts with the
/// modifiers that it was pressed with. Dear ImGui takes the press of a key and the release of Ctrl into one frame where
/// both have come since the last, and the key loses its Ctrl.
void begin_frame_with_chords();

} // namespace warpscope::ui
