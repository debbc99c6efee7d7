#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

struct ContextInfo {
    std::string renderer, vendor, version;
    int major = 0, minor = 0;
    bool software = false;         // llvmpipe, softpipe or swrast
    bool debug_output = false;     // KHR_debug
    uint32_t max_texture_side = 0; // in texels
};

/// `get_address` is a function such as glfwGetProcAddress. Fails if the version is below Dialect::oldest.
[[nodiscard]] Result<ContextInfo> load(GLADloadfunc get_address);

[[nodiscard]] bool draws_in_software();

/// Clears OpenGL's errors and returns their names.
[[nodiscard]] std::string take_errors();

} // namespace warpscope::gl
