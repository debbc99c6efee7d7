#include "gl/texture.hpp"

#include <algorithm>

namespace warpscope::gl {
namespace {

GLint mode_of(Filter filter) { return filter == Filter::nearest ? GL_NEAREST : GL_LINEAR; }

} // namespace

PixelLayout layout_of(PixelFormat format) {
    switch (format) {
    case PixelFormat::r8: return gray_layout();
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

Texture Texture::create(PixelFormat format, uint32_t width, uint32_t height, Filter filter) {
    const GLint mode = mode_of(filter);
    return create(format, width, height, 1, mode, mode);
}

Texture Texture::with_levels(PixelFormat format, uint32_t width, uint32_t height, int levels) {
    // texelFetch reads smaller levels only if the filter uses mipmaps.
    return create(format, width, height, levels, levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST, GL_NEAREST);
}

Texture Texture::create(PixelFormat format, uint32_t width, uint32_t height, int levels, GLint minify, GLint magnify) {
    Texture texture;
    GLuint id = 0;
    glGenTextures(1, &id);
    texture.handle_ = Handle<DeleteTexture>(id);
    texture.format_ = format;
    texture.width_ = width;
    texture.height_ = height;
    const PixelLayout layout = layout_of(format);
    glBindTexture(GL_TEXTURE_2D, id);
    // Without this, Mesa allocates the texture again when level 0 is set.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, magnify);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    for (int level = 0; level < levels; ++level)
        glTexImage2D(GL_TEXTURE_2D, level, layout.internal, static_cast<GLsizei>(std::max(width >> level, 1u)),
                     static_cast<GLsizei>(std::max(height >> level, 1u)), 0, layout.format, layout.type, nullptr);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

void Texture::upload(const void* pixels) { upload_rows(0, height_, pixels); }

void Texture::upload_rows(uint32_t row, uint32_t rows, const void* pixels) {
    const PixelLayout layout = layout_of(format_);
    glBindTexture(GL_TEXTURE_2D, id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(row), static_cast<GLsizei>(width_),
                    static_cast<GLsizei>(rows), layout.format, layout.type, pixels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void Texture::upload_from(const Buffer& pixels) {
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels.id());
    upload(nullptr); // null is an offset in the bound buffer
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void Texture::make_levels() {
    glBindTexture(GL_TEXTURE_2D, id());
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void Texture::bind(uint32_t unit) const {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, id());
}

} // namespace warpscope::gl
