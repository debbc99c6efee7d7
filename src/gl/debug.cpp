#include "gl/debug.hpp"

namespace warpscope::gl {
namespace {

// Lives as long as the program, because OpenGL keeps a raw pointer to it.
DebugHandler& present_handler() {
    static DebugHandler handler;
    return handler;
}

void GLAD_API_PTR forward(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* message,
                          const void*) {
    DebugSeverity level = DebugSeverity::note;
    if (type == GL_DEBUG_TYPE_ERROR)
        level = DebugSeverity::error;
    else if (severity == GL_DEBUG_SEVERITY_HIGH || severity == GL_DEBUG_SEVERITY_MEDIUM)
        level = DebugSeverity::warning;
    if (present_handler())
        present_handler()(level, length < 0 ? std::string_view(message)
                                            : std::string_view(message, static_cast<size_t>(length)));
}

} // namespace

bool watch_driver_messages(DebugHandler handler) {
    present_handler() = std::move(handler);
    if (!GLAD_GL_KHR_debug) return false;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(forward, nullptr);
    return true;
}

} // namespace warpscope::gl
