#include "gl/dialect.hpp"

namespace warpscope::gl {

const Dialect dialect{"WebGL 2", 30, "#version 300 es",
                      "precision highp float;\n"
                      "precision highp int;\n"
                      "precision highp sampler2D;\n"
                      "precision highp isampler2D;\n"
                      "precision highp usampler2D;\n"};

} // namespace warpscope::gl
