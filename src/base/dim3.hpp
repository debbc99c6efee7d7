#pragma once

#include <cstdint>

namespace warpscope {

struct Dim3 {
    uint32_t x = 1, y = 1, z = 1;

    [[nodiscard]] constexpr uint64_t count() const { return uint64_t{x} * y * z; }
    friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

/// Returns the position of `index` in CUDA's order, in which x changes fastest.
[[nodiscard]] constexpr uint64_t linear_index(const Dim3& index, const Dim3& extent) {
    return (uint64_t{index.z} * extent.y + index.y) * extent.x + index.x;
}

/// Requires `linear` < extent.count().
[[nodiscard]] constexpr Dim3 index_of(uint64_t linear, const Dim3& extent) {
    return {static_cast<uint32_t>(linear % extent.x), static_cast<uint32_t>(linear / extent.x % extent.y),
            static_cast<uint32_t>(linear / (uint64_t{extent.x} * extent.y))};
}

inline constexpr uint32_t warp_size = 32;

} // namespace warpscope
