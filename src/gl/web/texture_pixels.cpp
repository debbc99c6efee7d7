// WebGL lacks swizzles and glGetTexImage. r8 textures are luminance textures, which sample as gray.
#include "gl/texture.hpp"

namespace warpscope::gl {

PixelLayout gray_layout() { return {GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, 1}; }

void Texture::show_as_gray() {}

/// Returns nothing, because OpenGL ES cannot query a texture's size.
TexturePixels read_rgba(GLuint /*texture*/) { return {}; }

} // namespace warpscope::gl
