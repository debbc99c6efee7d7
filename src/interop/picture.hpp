// How a kernel's output becomes a picture: the kernels of ours that turn its elements into RGBA bytes on the GPU.
//
// CUDA does it and not a fragment shader, because data-centre GPUs draw with a fraction of their multiprocessors: on an
// H100 a shader pass or a glTexSubImage2D over 3840x2160 pixels takes 0.6 to 1.8 ms, a kernel some hundredths. A copy
// into a texture with smaller levels and glGenerateMipmap take 0.9 ms there, kernels that make these levels 0.05.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "base/buffer.hpp"
#include "base/launch.hpp"

namespace warpscope::interop {

/// Which cell of a buffer each texel of its picture shows, as the views lay cells out: slices of a volume beside and
/// below each other with a gap between them, a long line wrapped into rows, or a column for a row of cells.
struct PictureLayout {
    uint32_t width = 0, height = 0;             // of the picture, in texels
    uint32_t slice_width = 0, slice_height = 0; // of a volume's slices, in cells; without slices: whole buffer
    uint32_t columns = 1;                       // slices beside each other
    uint32_t gap = 1;                           // texels between slices
    bool transposed = false;                    // rows of cells are columns of texels, of one slice

    /// Row by row, one texel for each cell.
    [[nodiscard]] static PictureLayout flat(uint32_t width, uint32_t height) { return {width, height, width, height}; }
    friend bool operator==(const PictureLayout&, const PictureLayout&) = default;
};

/// How the bytes of a buffer make up a picture.
struct Picture {
    ElementType type = ElementType::u8; // others are made bytes of first, see interop/shades.hpp
    uint32_t channels = 3;              // per cell: 1 is grey, 2 red and green, more than 3 ignore the others
    uint64_t cells = 0;                 // of the buffer; texels of others are transparent
    PictureLayout layout;

    /// A picture whose cells lie row by row.
    [[nodiscard]] static Picture flat(ElementType type, uint32_t channels, uint32_t width, uint32_t height) {
        return {type, channels, uint64_t{width} * height, PictureLayout::flat(width, height)};
    }
    [[nodiscard]] uint32_t width() const { return layout.width; }
    [[nodiscard]] uint32_t height() const { return layout.height; }
    [[nodiscard]] uint64_t buffer_bytes() const { // as the kernel writes it
        return elements() * size_of(type);
    }
    [[nodiscard]] uint64_t elements() const { return cells * channels; }
    [[nodiscard]] bool shaded() const { return type != ElementType::u8; }
    /// The host gets the values, too: few enough for a chart.
    [[nodiscard]] bool charted() const { return channels == 1 && cells <= most_charted; }
    static constexpr uint64_t most_charted = 65536;
    [[nodiscard]] uint64_t rgba_bytes() const { return uint64_t{4} * width() * height(); }
    /// Of a texture of it. The smallest is at most 127 texels wide and high: a picture that is smaller on the screen
    /// shows nothing more, and each level costs a launch.
    [[nodiscard]] uint32_t levels() const {
        return static_cast<uint32_t>(std::max(static_cast<int>(std::bit_width(std::max(width(), height()))) - 6, 1));
    }
    friend bool operator==(const Picture&, const Picture&) = default;
};

/// nullopt for what is not shown as a picture: no cells, and what is wider or higher than OpenGL's textures are
/// everywhere.
[[nodiscard]] std::optional<Picture> picture_of(const BufferLayout& buffer, const PictureLayout& layout);

/// PTX with two kernels that take (u64 target, source, u32 width, height, channels, slice_width, slice_height, columns,
/// gap, transposed, u64 cells), bytes: picture_to_surface writes into a CUDA surface of a texture of four bytes per
/// texel, picture_to_buffer into memory, row by row. Row 0 of the picture is row 0 of the target; the fourth byte is
/// 255, and texels without a cell are 0. And a third that takes (u64 target, source, u32 width, height), both surfaces
/// of such a texture: makes of one level, `width` by `height` texels, the next smaller one, each byte the rounded mean
/// of four. An odd last row or column is left out, as OpenGL allows.
[[nodiscard]] const std::string& picture_ptx();
inline constexpr const char* picture_to_surface = "ws_picture_to_surface";
inline constexpr const char* picture_to_buffer = "ws_picture_to_buffer";
inline constexpr const char* picture_to_level = "ws_picture_to_level";

/// A launch of one of them with a thread per cell of a picture, or of a level to be made.
[[nodiscard]] LaunchConfig picture_launch(uint32_t width, uint32_t height);

} // namespace warpscope::interop
