#include "app/renderers.hpp"

#include <cstdlib>

#include "gl/context.hpp"

#include <GLFW/glfw3.h>

#include "gl/headless.hpp"
#include "interop/gl_bridge.hpp"

namespace warpscope::app {
namespace {

std::vector<int> cuda_devices() {
    std::vector<int> devices;
    if (interop::system_gl_bridge().gl_devices(devices) != gpu::code::success) devices.clear();
    return devices;
}

cli::Renderer hidden_window() {
    cli::Renderer found;
    const auto is_set = [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return found;
    found.why = "no window can be opened";
    if (glfwInit() != GLFW_TRUE) return found;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    if (GLFWwindow* const window = glfwCreateWindow(64, 64, "Warpscope", nullptr, nullptr)) {
        glfwMakeContextCurrent(window);
        if (const auto loaded = gl::load(glfwGetProcAddress)) {
            found = {loaded->renderer, {}, cuda_devices(), loaded->software};
        } else {
            found.why = loaded.error().message.english();
        }
        glfwDestroyWindow(window);
    }
    glfwTerminate();
    return found;
}

} // namespace

void ask_renderers(cli::Renderer& window, cli::Renderer& without_window) {
    window = hidden_window();
    if (const auto context = gl::HeadlessContext::create())
        without_window = {context->renderer(), {}, cuda_devices(), context->info().software};
    else
        without_window.why = context.error().message.english();
}

} // namespace warpscope::app
