// WebGL lacks swizzles and glGetTexImage. r8 textures are luminance textures, which sample as gray.
#include "gl/texture.hpp"

namespace warpscope::gl {

PixelLayout layout_of(PixelFormat format) {
    switch (format) {
    case PixelFormat::r8: return {GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, 1};
    case PixelFormat::rg8: return {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2};
    case PixelFormat::rgb8: return {GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, 3};
    case PixelFormat::rgba8: return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};
    case PixelFormat::r8ui: return {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1};
    case PixelFormat::r16ui: return {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, 2};
    case PixelFormat::rg32ui: return {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8};
    case PixelFormat::r32i: return {GL_R32I, GL_RED_INTEGER, GL_INT, 4};
    case PixelFormat::r32ui: return {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4};
    case PixelFormat::r32f: return {GL_R32F, GL_RED, GL_FLOAT, 4};
    case PixelFormat::rgb32f: return {GL_RGB32F, GL_RGB, GL_FLOAT, 12};
    case PixelFormat::rgba32f: return {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16};
    }
    return {};
}

void Texture::show_as_grey() {}

/// Returns nothing, because OpenGL ES does not tell a texture's size.
TexturePixels read_rgba(GLuint /*texture*/) { return {}; }

} // namespace warpscope::gl
