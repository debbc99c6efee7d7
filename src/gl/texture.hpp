// Two-dimensional textures.
#pragma once

#include <cstdint>
#include <vector>

#include "gl/objects.hpp"

namespace warpscope::gl {

enum class PixelFormat : uint8_t { r8, rg8, rgb8, rgba8, r8ui, r16ui, rg32ui, r32i, r32ui, r32f, rgb32f, rgba32f };

/// OpenGL's names of a pixel format.
struct PixelLayout {
    GLint internal = 0;
    GLenum format = 0, type = 0;
    uint32_t bytes = 0; // per uploaded pixel
};
[[nodiscard]] PixelLayout layout_of(PixelFormat format);

enum class Filter : uint8_t { nearest, linear };

struct DeleteTexture {
    void operator()(GLuint id) const { glDeleteTextures(1, &id); }
};

/// A texture of fixed format and size, clamped at its edges. Row 0 is the first uploaded row.
class Texture {
public:
    Texture() = default;
    /// Creates a texture with undefined contents. Sizes: 1 to ContextInfo::max_texture_side texels.
    [[nodiscard]] static Texture create(PixelFormat format, uint32_t width, uint32_t height,
                                        Filter filter = Filter::nearest);
    /// Creates a texture with mipmap levels, filled by the caller or by make_levels().
    [[nodiscard]] static Texture with_levels(PixelFormat format, uint32_t width, uint32_t height, int levels);

    /// Makes shaders read the red channel as opaque gray.
    void show_as_grey();

    /// Replaces all texels. `pixels`: rows of layout_of(format()) without padding.
    void upload(const void* pixels);
    void upload_rows(uint32_t row, uint32_t rows, const void* pixels);
    /// Replaces all texels from an OpenGL buffer.
    void upload_from(const Buffer& pixels);
    /// Generates the smaller levels.
    void make_levels();
    /// Copies all texels to `pixels`, rows without padding. Waits for the GPU: for tests and screenshots.
    void read(void* pixels) const;

    void set_filter(Filter filter);
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

struct TexturePixels {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba;
};
/// Returns level 0 of a color texture, row 0 first. Waits for the GPU.
[[nodiscard]] TexturePixels read_rgba(GLuint texture);

} // namespace warpscope::gl
