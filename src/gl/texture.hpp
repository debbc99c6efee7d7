#pragma once

#include <cstdint>
#include <vector>

#include "gl/objects.hpp"

namespace warpscope::gl {

enum class PixelFormat : uint8_t { r8, rg8, rgb8, rgba8, r8ui, r16ui, rg32ui, r32i, r32ui, r32f, rgb32f, rgba32f };

struct PixelLayout {
    GLint internal = 0;
    GLenum format = 0, type = 0;
    uint32_t bytes = 0; // per uploaded pixel
};
[[nodiscard]] PixelLayout layout_of(PixelFormat format);
[[nodiscard]] PixelLayout gray_layout();

enum class Filter : uint8_t { nearest, linear };

struct DeleteTexture {
    void operator()(GLuint id) const { glDeleteTextures(1, &id); }
};

/// A texture clamped at its edges. Uploads begin with row 0.
class Texture {
public:
    Texture() = default;
    /// Leaves contents undefined. At most ContextInfo::max_texture_side texels per side.
    [[nodiscard]] static Texture create(PixelFormat format, uint32_t width, uint32_t height,
                                        Filter filter = Filter::nearest);
    /// The caller fills the smaller levels or calls make_levels().
    [[nodiscard]] static Texture with_levels(PixelFormat format, uint32_t width, uint32_t height, int levels);

    void show_as_gray();

    /// Uploads unpadded rows in layout_of(format()).
    void upload(const void* pixels);
    void upload_rows(uint32_t row, uint32_t rows, const void* pixels);
    void upload_from(const Buffer& pixels);
    void make_levels();
    /// Waits for the GPU.
    void read(void* pixels) const;

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
/// Returns level 0, row 0 first. Waits for the GPU.
[[nodiscard]] TexturePixels read_rgba(GLuint texture);

} // namespace warpscope::gl
