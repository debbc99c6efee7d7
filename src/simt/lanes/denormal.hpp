#pragma once

#include <bit>
#include <cstdint>

namespace warpscope::simt {

[[gnu::always_inline]] inline uint32_t flushed_bits(uint32_t bits) {
    return (bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits;
}
[[gnu::always_inline]] inline float flushed(float a) {
    return std::bit_cast<float>(flushed_bits(std::bit_cast<uint32_t>(a)));
}

// Hardware flushes before rounding (observed on an H100): a value that only rounding would make normal becomes zero.
// These functions are exact for flushed operands.

inline constexpr double smallest_normal = 0x1p-126;

[[gnu::always_inline]] inline bool below_normal(double exact) {
    return exact < smallest_normal && exact > -smallest_normal;
}
[[gnu::always_inline]] inline bool tiny_product(float a, float b) {
    return below_normal(static_cast<double>(a) * static_cast<double>(b)); // exact: the product has at most 48 bits
}
[[gnu::always_inline]] inline bool tiny_quotient(float a, float b) {
    const double bound = smallest_normal * (b < 0 ? -static_cast<double>(b) : static_cast<double>(b));
    return static_cast<double>(a)<bound&& static_cast<double>(a)> - bound;
}
/// The bounds are rounded only for large |c|, for which the sum is either 0 or far from denormal.
[[gnu::always_inline]] inline bool tiny_sum(float a, float b, float c) {
    const double product = static_cast<double>(a) * static_cast<double>(b);
    return product < smallest_normal - static_cast<double>(c) && product > -smallest_normal - static_cast<double>(c);
}

} // namespace warpscope::simt
