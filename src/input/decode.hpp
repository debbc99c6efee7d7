// Wrapper of stb_image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/buffer.hpp"

namespace warpscope::input {

struct Decoded {
    uint32_t width = 0, height = 0, channels = 0; // channels in the file
    Bytes rgb;                                    // interleaved u8, 3 per pixel; empty from decode_header
    std::string problem;                          // empty on success
};

/// Reads size and channels of a PNG, JPEG or BMP.
[[nodiscard]] Decoded decode_header(std::span<const std::byte> file);
/// Decodes to RGB. Callers must check the size.
[[nodiscard]] Decoded decode_pixels(std::span<const std::byte> file);

} // namespace warpscope::input
