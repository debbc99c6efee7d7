// What the user has done and no frame has seen yet.
#pragma once

namespace warpscope::ui {

/// Returns whether a click, a key or a letter waits for a frame. Dear ImGui hands a press and its release to different
/// frames, so that a quick click takes several of them; moves of the mouse alone may wait.
[[nodiscard]] bool input_waits();
/// Returns whether the mouse has moved since.
[[nodiscard]] bool moves_wait();
/// ImGui::NewFrame() where a modifier that was let go together with its key, in the time of one frame, is still down in
/// the frame that sees the press. Dear ImGui by itself takes a quick Ctrl+B for B.
void new_frame();

} // namespace warpscope::ui
