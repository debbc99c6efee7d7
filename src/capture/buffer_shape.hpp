// What a buffer of a program looks like: element, channels, rows. Programs do not say; it follows from how threads
// reach it, or where they do not tell, from the kernel's text.
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
    uint32_t padding = 0; // cells at the end of each row that hold no data
    uint32_t apart = 1;   // cells that are channels of one pixel, where rows hold no whole number of pixels
    std::string why;      // what it was guessed from: "rows 960 bytes apart by threadIdx.y"

    [[nodiscard]] bool is_flat() const { return shape.height > 1 || shape.depth > 1; }
    /// Without the padding.
    [[nodiscard]] Shape seen() const { return {shape.width - padding, shape.height, shape.depth}; }
    [[nodiscard]] uint32_t cell_bytes() const { return size_of(type) * channels; }
};

/// What the kernel's text says of the parameter.
struct WrittenType {
    ElementType type{};
    uint32_t channels = 1; // of CUDA's vectors
};

/// `bytes`: of the whole buffer, all of which the shape covers. A vector where no rows are seen.
[[nodiscard]] BufferShape guess_shape(uint64_t bytes, const AccessPattern& pattern, const LaunchConfig& launch,
                                      const std::optional<WrittenType>& written);

/// A shape of so many bytes with this element and width; a vector where rows of that width do not fill it.
[[nodiscard]] BufferShape shape_of_rows(uint64_t bytes, ElementType type, uint32_t channels, uint64_t width);

/// Returns a width at which whole rows fill a buffer of so many cells, as near as possible to `wish`; where `wish` is
/// just beside `now`, the next one on that side, if there is one. `now` 0: none. `cells` is at least 1.
[[nodiscard]] uint32_t fitting_width(uint64_t cells, uint64_t wish, uint64_t now);

} // namespace warpscope::capture
