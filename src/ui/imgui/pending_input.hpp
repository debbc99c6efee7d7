#pragma once

namespace warpscope::ui {

/// Returns whether a click, key or character is pending; mouse moves do not count. ImGui spreads a quick click over
/// several frames.
[[nodiscard]] bool input_waits();
[[nodiscard]] bool moves_wait();

/// Returns whether a menu is open; dialogs do not count.
[[nodiscard]] bool menu_is_open();

/// Begins a frame that applies each key with the modifiers at its press. ImGui would drop a Ctrl released in the same
/// frame.
void begin_frame_with_chords();

} // namespace warpscope::ui
