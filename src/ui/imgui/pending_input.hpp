// What the user has done and no frame has seen yet.
#pragma once

namespace warpscope::ui {

/// Returns whether a click, a key or a letter waits for a frame. Dear ImGui hands a press and its release to different
/// frames, so that a quick click takes several of them; moves of the mouse alone may wait.
[[nodiscard]] bool input_waits();
/// Returns whether the mouse has moved since.
[[nodiscard]] bool moves_wait();

} // namespace warpscope::ui
