// OpenGL 3.3 core, and facts about the current context.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

struct ContextInfo {
    std::string renderer, vendor, version;
    int major = 0, minor = 0;
    bool software = false;         // software renderer: llvmpipe, softpipe or swrast
    bool debug_output = false;     // KHR_debug is available
    uint32_t max_texture_side = 0; // limit in texels
};

/// `get_address`: e.g. glfwGetProcAddress. Fails below OpenGL 3.3.
[[nodiscard]] Result<ContextInfo> load(GLADloadfunc get_address);

[[nodiscard]] bool draws_in_software();

/// Clears OpenGL's error queue and returns its names. For setup code and tests.
[[nodiscard]] std::string take_errors();

} // namespace warpscope::gl
