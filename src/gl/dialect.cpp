#include "gl/dialect.hpp"

namespace warpscope::gl {

const Dialect dialect{"OpenGL 3.3", 33, "#version 330 core", ""};

} // namespace warpscope::gl
