// Turns a kernel's output into RGBA pictures with mipmaps.
//
// Uses CUDA kernels, because data-center GPUs draw slowly. For 3840x2160 pixels on an H100, a shader or glTexSubImage2D
// takes 0.6 to 1.8 ms, a kernel less than 0.1 ms.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "base/buffer.hpp"
#include "base/launch.hpp"

namespace warpscope::interop {

/// Arrangement of cells: slices side by side, a wrapped line, or a transposed picture.
struct PictureLayout {
    uint32_t width = 0, height = 0;             // in texels
    uint32_t slice_width = 0, slice_height = 0; // in cells; 0: whole buffer
    uint32_t columns = 1;                       // slices per row
    uint32_t gap = 1;                           // texels between slices
    bool transposed = false;

    [[nodiscard]] static PictureLayout flat(uint32_t width, uint32_t height) { return {width, height, width, height}; }
    friend bool operator==(const PictureLayout&, const PictureLayout&) = default;
};

struct Picture {
    ElementType type = ElementType::u8; // shades.hpp converts types other than u8
    uint32_t channels = 3;              // 1 gray, 2 red and green, 3 RGB
    uint64_t cells = 0;                 // texels beyond the last cell are transparent
    PictureLayout layout;

    [[nodiscard]] static Picture flat(ElementType type, uint32_t channels, uint32_t width, uint32_t height) {
        return {type, channels, uint64_t{width} * height, PictureLayout::flat(width, height)};
    }
    [[nodiscard]] uint32_t width() const { return layout.width; }
    [[nodiscard]] uint32_t height() const { return layout.height; }
    [[nodiscard]] uint64_t buffer_bytes() const { return elements() * size_of(type); }
    [[nodiscard]] uint64_t elements() const { return cells * channels; }
    [[nodiscard]] bool shaded() const { return type != ElementType::u8; }
    [[nodiscard]] bool charted() const { return channels == 1 && cells <= max_charted; }
    static constexpr uint64_t max_charted = 65536;
    [[nodiscard]] uint64_t rgba_bytes() const { return uint64_t{4} * width() * height(); }
    /// The smallest level has at most 127 texels per side.
    [[nodiscard]] uint32_t levels() const {
        return static_cast<uint32_t>(std::max(static_cast<int>(std::bit_width(std::max(width(), height()))) - 6, 1));
    }
    friend bool operator==(const Picture&, const Picture&) = default;
};

/// Returns nullopt for no cells, a padded volume, or a picture that exceeds OpenGL's limits.
[[nodiscard]] std::optional<Picture> picture_of(const BufferLayout& buffer, const PictureLayout& layout);

/// Returns PTX of three kernels. picture_to_surface and picture_to_buffer (u64 target, source, u32 width, height,
/// channels, slice_width, slice_height, columns, gap, transposed, u64 cells) convert bytes to RGBA, top row first;
/// texels without cell are 0. picture_to_level (u64 target, source, u32 width, height) computes the next mipmap level,
/// a surface, from rounded means of four texels.
[[nodiscard]] const std::string& picture_ptx();
inline constexpr const char* picture_to_surface = "ws_picture_to_surface";
inline constexpr const char* picture_to_buffer = "ws_picture_to_buffer";
inline constexpr const char* picture_to_level = "ws_picture_to_level";

[[nodiscard]] LaunchConfig picture_launch(uint32_t width, uint32_t height);

} // namespace warpscope::interop
