// OpenGL 3.3 core: the loader's only include, and facts about the current context.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

struct ContextInfo {
    std::string renderer, vendor, version; // values from the driver
    int major = 0, minor = 0;
    bool software = false;         // no GPU: llvmpipe, softpipe, swrast
    bool debug_output = false;     // has KHR_debug
    uint32_t max_texture_side = 0; // texels
};

/// Loads the entry points for the current context; `get_address` is e.g. glfwGetProcAddress. Fails
/// (ErrorKind::environment) below OpenGL 3.3.
[[nodiscard]] Result<ContextInfo> load(GLADloadfunc get_address);

[[nodiscard]] bool draws_in_software();

/// Returns and clears OpenGL's error queue as names joined by ", ". Meant for setup code and tests, not for every draw
/// call.
[[nodiscard]] std::string take_errors();

} // namespace warpscope::gl
