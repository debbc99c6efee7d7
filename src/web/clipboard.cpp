#include "web/clipboard.hpp"

#include <string>

#include <emscripten/emscripten.h>
#include <imgui.h>

namespace warpscope::web {
namespace {

std::string copied; // last copied text; browsers answer a read of the clipboard too late for ImGui

void copy(ImGuiContext*, const char* text) {
    copied = text;
    EM_ASM({ Module.copyText(UTF8ToString($0)); }, text);
}

const char* paste(ImGuiContext*) { return copied.c_str(); }

} // namespace

void use_browser_clipboard() {
    ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    platform.Platform_SetClipboardTextFn = copy;
    platform.Platform_GetClipboardTextFn = paste;
}

} // namespace warpscope::web
