// Two-dimensional textures for pictures, cell maps and framebuffers.
#pragma once

#include <cstdint>
#include <vector>

#include "gl/objects.hpp"

namespace warpscope::gl {

enum class PixelFormat : uint8_t { r8, rg8, rgb8, rgba8, r8ui, r16ui, rg32ui, r32i, r32ui, r32f, rgb32f, rgba32f };

/// How OpenGL names a format, inside a texture and when pixels are handed over.
struct PixelLayout {
    GLint internal = 0;
    GLenum format = 0, type = 0;
    uint32_t bytes = 0; // per pixel as handed over, without padding
};
[[nodiscard]] PixelLayout layout_of(PixelFormat format);

enum class Filter : uint8_t { nearest, linear };

struct DeleteTexture {
    void operator()(GLuint id) const { glDeleteTextures(1, &id); }
};

/// A texture of fixed format and size, clamped at its edges. Row 0 is the first row handed over.
class Texture {
public:
    Texture() = default;
    /// `width` and `height` in texels, at least 1 and at most ContextInfo::max_texture_side. Contents are undefined.
    [[nodiscard]] static Texture create(PixelFormat format, uint32_t width, uint32_t height,
                                        Filter filter = Filter::nearest);
    /// With `levels` levels, each half as large as the one before and to be filled by the caller or by make_levels().
    [[nodiscard]] static Texture with_levels(PixelFormat format, uint32_t width, uint32_t height, int levels);

    /// Shaders see the red channel as an opaque grey from now on.
    void show_as_grey();

    /// Replaces all texels. `pixels` holds width x height pixels of layout_of(format()), row by row without padding.
    void upload(const void* pixels);
    /// Replaces rows [row, row + rows).
    void upload_rows(uint32_t row, uint32_t rows, const void* pixels);
    /// Replaces all texels from the start of a buffer of OpenGL's, without a copy through the host.
    void upload_from(const Buffer& pixels);
    /// Makes the smaller levels of the largest.
    void make_levels();
    /// All texels as layout_of(format()), row by row without padding, width x height x bytes long. Waits for the GPU:
    /// for tests and screenshots.
    void read(void* pixels) const;

    void set_filter(Filter filter);
    /// Makes it the GL_TEXTURE_2D of texture unit `unit`.
    void bind(uint32_t unit) const;

    [[nodiscard]] GLuint id() const { return handle_.id(); }
    [[nodiscard]] PixelFormat format() const { return format_; }
    [[nodiscard]] uint32_t width() const { return width_; }
    [[nodiscard]] uint32_t height() const { return height_; }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(handle_); }

private:
    static Texture create(PixelFormat format, uint32_t width, uint32_t height, int levels, GLint minify, GLint magnify);

    Handle<DeleteTexture> handle_;
    PixelFormat format_ = PixelFormat::rgba8;
    uint32_t width_ = 0, height_ = 0;
};

/// RGBA, 4 bytes per texel.
struct TexturePixels {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba;
};
/// The largest level of a texture of colours, row 0 first. Waits for the GPU.
[[nodiscard]] TexturePixels read_rgba(GLuint texture);

} // namespace warpscope::gl
