#pragma once

#include <string_view>

namespace warpscope::render::shaders {

extern const std::string_view view_vert, view_frag, marks_glsl;

} // namespace warpscope::render::shaders
