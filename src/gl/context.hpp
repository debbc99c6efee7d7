// Entry points of OpenGL 3.3 core and what is known about the current context. Every file that calls OpenGL includes
// this header, so that the loader is included in one place.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

struct ContextInfo {
    std::string renderer, vendor, version; // as the driver reports them
    int major = 0, minor = 0;
    bool software = false;         // no GPU behind it: llvmpipe, softpipe, swrast
    bool debug_output = false;     // KHR_debug is there
    uint32_t max_texture_side = 0; // texels
};

/// Loads the entry points for the context that is current on this thread; `get_address` is glfwGetProcAddress,
/// eglGetProcAddress or the like. Fails (ErrorKind::environment) when the context is older than OpenGL 3.3.
[[nodiscard]] Result<ContextInfo> load(GLADloadfunc get_address);

/// Returns whether the context that is current, whose functions are loaded, draws with the processor.
[[nodiscard]] bool draws_in_software();

/// Names of the errors in OpenGL's queue since the last call ("GL_INVALID_OPERATION"), joined by ", "; empty when there
/// are none. Waits for nothing on desktop drivers, but is meant for set-up code and tests, not for every draw call.
[[nodiscard]] std::string take_errors();

} // namespace warpscope::gl
