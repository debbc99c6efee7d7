// The text of shaders/, built into the program so that it needs no files to start.
#pragma once

#include <string_view>

namespace warpscope::render::shaders {

extern const std::string_view view_vert, view_frag, marks_glsl;

} // namespace warpscope::render::shaders
