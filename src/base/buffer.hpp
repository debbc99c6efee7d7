// Typed arrays that kernels read and write: element type, shape in cells, channels, contents.
//
// A cell is what a person sees as one thing: a pixel of an image (all its channels together) or one element of an
// array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/page_memory.hpp"

namespace warpscope {

enum class ElementType : uint8_t { u8, s8, u16, s16, u32, s32, u64, s64, f16, f32, f64, bf16 };

[[nodiscard]] uint32_t size_of(ElementType type); // bytes
[[nodiscard]] std::string_view name_of(ElementType type);
[[nodiscard]] std::optional<ElementType> element_type(std::string_view name);
[[nodiscard]] bool is_floating(ElementType type);

/// Extent in cells. A 1D array has height 1 and depth 1. Cells are stored x fastest, then y, then z.
struct Shape {
    uint32_t width = 1, height = 1, depth = 1;

    [[nodiscard]] constexpr uint64_t cells() const { return uint64_t{width} * height * depth; }
    friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

struct BufferLayout {
    std::string name;
    ElementType type = ElementType::u8;
    uint32_t channels = 1; // elements per cell, interleaved
    Shape shape;
    uint32_t padding = 0; // cells at the end of each row that hold no data, as cudaMallocPitch() adds them

    /// What a person sees of it: rows without their padding.
    [[nodiscard]] Shape seen() const { return {shape.width - padding, shape.height, shape.depth}; }
    [[nodiscard]] bool is_padding(uint64_t cell) const { return cell % shape.width >= shape.width - padding; }
    [[nodiscard]] uint32_t cell_bytes() const { return size_of(type) * channels; }
    [[nodiscard]] uint64_t elements() const { return shape.cells() * channels; }
    [[nodiscard]] uint64_t bytes() const { return shape.cells() * cell_bytes(); }
    friend bool operator==(const BufferLayout&, const BufferLayout&) = default;
};

using Bytes = std::vector<std::byte, PageAllocator<std::byte>>;
using SharedBytes = std::shared_ptr<const Bytes>;

/// A buffer with contents on the host. Contents are shared and immutable, so that copies are cheap.
struct HostBuffer {
    BufferLayout layout;
    SharedBytes bytes; // layout.bytes() long
};

/// The same rows without their padding; the buffer itself where there is none.
[[nodiscard]] HostBuffer without_padding(const HostBuffer& buffer);

/// Element number `index` of raw little-endian `bytes` as a double. u64 and s64 beyond 2^53 are rounded.
[[nodiscard]] double element_as_double(const std::byte* bytes, ElementType type, uint64_t index);

/// Writes `value` as element `index`. Integer types round to nearest and clamp to their range; NaN becomes 0.
void store_element(std::byte* bytes, ElementType type, uint64_t index, double value);

/// The element as a person reads it: integers exactly, floats with the fewest digits that read back the same.
[[nodiscard]] std::string element_text(const std::byte* bytes, ElementType type, uint64_t index);

/// IEEE binary16 to and from float, round to nearest even.
[[nodiscard]] float float_from_half(uint16_t bits);
[[nodiscard]] uint16_t half_from_float(float value);
/// bfloat16, the upper half of a float's bits, likewise.
[[nodiscard]] float float_from_bfloat(uint16_t bits);
[[nodiscard]] uint16_t bfloat_from_float(float value);

} // namespace warpscope
