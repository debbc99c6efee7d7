// Differences between OpenGL 3.3 and OpenGL ES 3.0 (WebGL 2 in browsers).
#pragma once

#include <string_view>

namespace warpscope::gl {

struct Dialect {
    std::string_view name;              // name of the oldest sufficient version
    int oldest = 0;                     // major * 10 + minor
    const char* shader_version = "";    // shaders' first line, without line break
    std::string_view shader_precisions; // lines that follow shader_version
};
extern const Dialect dialect;

} // namespace warpscope::gl
