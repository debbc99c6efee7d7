// Formats and readback that OpenGL ES lacks.
#include <array>

#include "gl/texture.hpp"

namespace warpscope::gl {

PixelLayout gray_layout() { return {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1}; }

void Texture::show_as_gray() {
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
