// Differences between OpenGL 3.3 and OpenGL ES 3.0, which browsers have as WebGL 2.
#pragma once

#include <string_view>

namespace warpscope::gl {

struct Dialect {
    std::string_view name;              // of the oldest version that suffices
    int oldest = 0;                     // major * 10 + minor
    const char* shader_version = "";    // first line of every shader, without a line break
    std::string_view shader_precisions; // lines that follow it
};
extern const Dialect dialect;

} // namespace warpscope::gl
