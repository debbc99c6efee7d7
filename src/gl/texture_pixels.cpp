// Formats and readback that OpenGL ES lacks.
#include <array>

#include "gl/texture.hpp"

namespace warpscope::gl {

PixelLayout layout_of(PixelFormat format) {
    switch (format) {
    case PixelFormat::r8: return {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1};
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

void Texture::show_as_grey() {
    constexpr std::array<GLint, 4> swizzle{GL_RED, GL_RED, GL_RED, GL_ONE};
    glBindTexture(GL_TEXTURE_2D, id());
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

void Texture::read(void* pixels) const {
    const PixelLayout layout = layout_of(format_);
    glBindTexture(GL_TEXTURE_2D, id());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, 0, layout.format, layout.type, pixels);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
}

TexturePixels read_rgba(GLuint texture) {
    GLint before = 0, width = 0, height = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
    TexturePixels pixels{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}};
    pixels.rgba.resize(size_t{pixels.width} * pixels.height * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    if (!pixels.rgba.empty()) glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.rgba.data());
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
    return pixels;
}

} // namespace warpscope::gl
