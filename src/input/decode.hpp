#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/buffer.hpp"

namespace warpscope::input {

struct Decoded {
    uint32_t width = 0, height = 0, channels = 0;
    Bytes rgb; // interleaved; empty after decode_header()
    std::string problem;
};

/// Accepts PNG, JPEG and BMP.
[[nodiscard]] Decoded decode_header(std::span<const std::byte> file);
/// Check the size from decode_header() first.
[[nodiscard]] Decoded decode_pixels(std::span<const std::byte> file);

} // namespace warpscope::input
