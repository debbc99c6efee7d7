// Kernels that turn a kernel's output into RGBA pictures.
//
// These are CUDA kernels rather than shaders, because data-center GPUs draw with few of their multiprocessors. For
// 3840x2160 pixels on an H100, a shader pass or glTexSubImage2D takes 0.6 to 1.8 ms and a kernel a few hundredths.
// Copying and glGenerateMipmap take 0.9 ms, kernels for the mipmaps 0.05 ms.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "base/buffer.hpp"
#include "base/launch.hpp"

namespace warpscope::interop {

/// Mapping from texels to cells: slices of a volume in a grid with gaps, a long line wrapped into rows, or a row of
/// cells as a column.
struct PictureLayout {
    uint32_t width = 0, height = 0;             // picture size in texels
    uint32_t slice_width = 0, slice_height = 0; // slice size in cells; without slices: whole buffer
    uint32_t columns = 1;                       // slices per row
    uint32_t gap = 1;                           // texels between slices
    bool transposed = false;                    // rows of cells become columns of texels

    /// Returns a layout with one texel per cell, row by row.
    [[nodiscard]] static PictureLayout flat(uint32_t width, uint32_t height) { return {width, height, width, height}; }
    friend bool operator==(const PictureLayout&, const PictureLayout&) = default;
};

/// Interpretation of a buffer as a picture.
struct Picture {
    ElementType type = ElementType::u8; // other types are first converted to bytes, see interop/shades.hpp
    uint32_t channels = 3;              // per cell: 1 gray, 2 red and green; channels after the third are ignored
    uint64_t cells = 0;                 // cells in the buffer; further texels are transparent
    PictureLayout layout;

    [[nodiscard]] static Picture flat(ElementType type, uint32_t channels, uint32_t width, uint32_t height) {
        return {type, channels, uint64_t{width} * height, PictureLayout::flat(width, height)};
    }
    [[nodiscard]] uint32_t width() const { return layout.width; }
    [[nodiscard]] uint32_t height() const { return layout.height; }
    [[nodiscard]] uint64_t buffer_bytes() const { return elements() * size_of(type); }
    [[nodiscard]] uint64_t elements() const { return cells * channels; }
    [[nodiscard]] bool shaded() const { return type != ElementType::u8; }
    /// Returns whether there are few enough values to copy to the host for a chart.
    [[nodiscard]] bool charted() const { return channels == 1 && cells <= most_charted; }
    static constexpr uint64_t most_charted = 65536;
    [[nodiscard]] uint64_t rgba_bytes() const { return uint64_t{4} * width() * height(); }
    /// Returns the number of mipmap levels. The smallest is at most 127 texels: smaller ones are not worth a launch
    /// each.
    [[nodiscard]] uint32_t levels() const {
        return static_cast<uint32_t>(std::max(static_cast<int>(std::bit_width(std::max(width(), height()))) - 6, 1));
    }
    friend bool operator==(const Picture&, const Picture&) = default;
};

/// Returns nullopt for buffers without cells and pictures larger than OpenGL textures can be everywhere.
[[nodiscard]] std::optional<Picture> picture_of(const BufferLayout& buffer, const PictureLayout& layout);

/// Returns PTX with three kernels.
///
/// picture_to_surface and picture_to_buffer take (u64 target, source, u32 width, height, channels, slice_width,
/// slice_height, columns, gap, transposed, u64 cells) and convert bytes to RGBA texels in a surface or in memory, row
/// by row, top first. Alpha is 255; texels without a cell are 0.
///
/// picture_to_level takes (u64 target, source, u32 width, height), two surfaces. It makes the next smaller mipmap of a
/// level of `width` by `height` texels from rounded means of four, and drops an odd last row or column.
[[nodiscard]] const std::string& picture_ptx();
inline constexpr const char* picture_to_surface = "ws_picture_to_surface";
inline constexpr const char* picture_to_buffer = "ws_picture_to_buffer";
inline constexpr const char* picture_to_level = "ws_picture_to_level";

/// Returns a launch with one thread per texel.
[[nodiscard]] LaunchConfig picture_launch(uint32_t width, uint32_t height);

} // namespace warpscope::interop
