#pragma once

namespace warpscope::web {

/// Copies texts to the browser's clipboard, which emscripten's GLFW does not use. Needs an ImGui context.
void use_browser_clipboard();

} // namespace warpscope::web
