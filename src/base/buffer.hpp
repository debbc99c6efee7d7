// Typed arrays for kernels.
//
// A *cell* is a pixel with all its channels, or an element of an array.
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

[[nodiscard]] uint32_t size_of(ElementType type);
[[nodiscard]] std::string_view name_of(ElementType type);
[[nodiscard]] std::optional<ElementType> element_type(std::string_view name);
[[nodiscard]] bool is_floating(ElementType type);

/// Extent in cells. Cells are stored with x changing fastest, then y, then z.
struct Shape {
    uint32_t width = 1, height = 1, depth = 1;

    [[nodiscard]] constexpr uint64_t cells() const { return uint64_t{width} * height * depth; }
    friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

struct BufferLayout {
    std::string name;
    ElementType type = ElementType::u8;
    uint32_t channels = 1; // interleaved elements per cell
    Shape shape;
    uint32_t padding = 0; // unused cells at row ends, as in cudaMallocPitch()

    [[nodiscard]] Shape seen() const { return {shape.width - padding, shape.height, shape.depth}; }
    [[nodiscard]] bool is_padding(uint64_t cell) const { return cell % shape.width >= shape.width - padding; }
    [[nodiscard]] uint32_t cell_bytes() const { return size_of(type) * channels; }
    [[nodiscard]] uint64_t elements() const { return shape.cells() * channels; }
    [[nodiscard]] uint64_t bytes() const { return shape.cells() * cell_bytes(); }
    friend bool operator==(const BufferLayout&, const BufferLayout&) = default;
};

using Bytes = std::vector<std::byte, PageAllocator<std::byte>>;
using SharedBytes = std::shared_ptr<const Bytes>;

struct HostBuffer {
    BufferLayout layout;
    SharedBytes bytes;
};

[[nodiscard]] HostBuffer without_padding(const HostBuffer& buffer);

/// Converts an element; rounds 64-bit integers beyond 2^53.
[[nodiscard]] double element_as_double(const std::byte* bytes, ElementType type, uint64_t index);

/// If the elements are integers, rounds `value` to nearest and clamps it; NaN becomes 0.
void store_element(std::byte* bytes, ElementType type, uint64_t index, double value);

/// Writes integers exactly, floats with the fewest digits that read back the same.
[[nodiscard]] std::string element_text(const std::byte* bytes, ElementType type, uint64_t index);

/// Conversions to 16 bits round to nearest even.
[[nodiscard]] float float_from_half(uint16_t bits);
[[nodiscard]] uint16_t half_from_float(float value);
[[nodiscard]] float float_from_bfloat(uint16_t bits);
[[nodiscard]] uint16_t bfloat_from_float(float value);

} // namespace warpscope
