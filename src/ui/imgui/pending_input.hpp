#pragma once

namespace warpscope::ui {

/// Returns whether a click, key or character is pending: ImGui spreads a quick click over several frames.
[[nodiscard]] bool input_waits();
[[nodiscard]] bool moves_wait();

[[nodiscard]] bool menu_is_open();
/// Begins a popup that leaves the keys to the window.
[[nodiscard]] bool begin_card(const char* name);
[[nodiscard]] bool card_is_open();

/// Begins a frame. Keys get the modifiers that were down when they were pressed; ImGui would ignore a Ctrl released in
/// the same frame.
void begin_frame_with_chords();

} // namespace warpscope::ui
