#pragma once

#include <optional>
#include <string>

#include "base/buffer.hpp"
#include "base/launch.hpp"
#include "capture/access_pattern.hpp"

namespace warpscope::capture {

struct BufferShape {
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    Shape shape;
    uint32_t padding = 0; // unused cells at the end of each row
    uint32_t apart = 1;   // cells per pixel if rows end within a pixel
    Message why;          // evidence: "rows 960 bytes apart by threadIdx.y"

    [[nodiscard]] bool is_flat() const { return shape.height > 1 || shape.depth > 1; }
    [[nodiscard]] Shape seen() const { return {shape.width - padding, shape.height, shape.depth}; }
    [[nodiscard]] uint32_t cell_bytes() const { return size_of(type) * channels; }
};

struct WrittenType {
    ElementType type{};
    uint32_t channels = 1; // 4 for the CUDA vector float4
};

/// Guesses a shape that covers all bytes. Returns one row if the row length is unknown.
[[nodiscard]] BufferShape guess_shape(uint64_t bytes, const AccessPattern& pattern, const LaunchConfig& launch,
                                      const std::optional<WrittenType>& written);

/// Returns a shape of this width, or one row if the last row would be incomplete.
[[nodiscard]] BufferShape shape_of_rows(uint64_t bytes, ElementType type, uint32_t channels, uint64_t width);

/// Returns the width nearest to `requested` for which all rows are full. If `requested` is one more or less than `now`,
/// as after a click on a stepper, returns the next width in that direction, if any.
[[nodiscard]] uint32_t fitting_width(uint64_t cells, uint64_t requested, uint64_t now);

} // namespace warpscope::capture
