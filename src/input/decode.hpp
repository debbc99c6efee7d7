#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/buffer.hpp"

namespace warpscope::input {

struct Decoded {
    uint32_t width = 0, height = 0, channels = 0;
    Bytes rgb; // interleaved; decode_header leaves it empty
    std::string problem;
};

/// Accepts PNG, JPEG and BMP.
[[nodiscard]] Decoded decode_header(std::span<const std::byte> file);
/// Callers check the size first.
[[nodiscard]] Decoded decode_pixels(std::span<const std::byte> file);

} // namespace warpscope::input
