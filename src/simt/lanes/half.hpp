#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "ptx/module.hpp"

namespace warpscope::simt {

enum class HalfFormat : uint8_t { ieee, brain };

template<HalfFormat format>
inline constexpr int mantissa_bits = format == HalfFormat::ieee ? 10 : 7;
template<HalfFormat format>
inline constexpr int exponent_bias = format == HalfFormat::ieee ? 15 : 127;
template<HalfFormat format>
inline constexpr uint16_t infinity_bits = format == HalfFormat::ieee ? 0x7c00 : 0x7f80;
inline constexpr uint16_t half_nan = 0x7fff;

template<HalfFormat format>
[[gnu::always_inline]] inline uint16_t flushed_half(uint16_t bits) {
    return (bits & infinity_bits<format>) == 0 ? bits & 0x8000 : bits;
}

template<HalfFormat format>
[[nodiscard]] inline float float_from_bits(uint16_t bits) {
    if constexpr (format == HalfFormat::brain) return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
    const uint32_t magnitude = bits & 0x7fffu;
    const float sign = (bits & 0x8000u) != 0 ? -1.0f : 1.0f;
    if (magnitude >= 0x7c00)
        return std::bit_cast<float>(static_cast<uint32_t>(bits & 0x8000u) << 16 | 0x7f800000u |
                                    (magnitude & 0x3ff) << 13);
    if (magnitude < 0x400) return sign * static_cast<float>(magnitude) * 0x1p-24f;
    return std::bit_cast<float>(static_cast<uint32_t>(bits & 0x8000u) << 16 | ((magnitude << 13) + (112u << 23)));
}

template<HalfFormat format>
[[nodiscard]] inline uint16_t overflow_bits(bool negative, ptx::Rounding rounding) {
    const bool to_infinity = rounding == ptx::Rounding::rn || rounding == ptx::Rounding::none ||
                             rounding == ptx::Rounding::rna ||
                             rounding == (negative ? ptx::Rounding::rm : ptx::Rounding::rp);
    return static_cast<uint16_t>((negative ? 0x8000 : 0) |
                                 (to_infinity ? infinity_bits<format> : infinity_bits<format> - 1));
}

/// Rounds once. `rna` rounds to nearest, ties away from zero.
template<HalfFormat format>
[[nodiscard]] inline uint16_t bits_from_double(double value, ptx::Rounding rounding = ptx::Rounding::rn) {
    if (value != value) return half_nan;
    const bool negative = std::signbit(value);
    const auto sign = static_cast<uint16_t>(negative ? 0x8000 : 0);
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude)) return sign | infinity_bits<format>;
    int exponent = 0;
    if (magnitude != 0) static_cast<void>(std::frexp(magnitude, &exponent));
    const int lowest = 1 - exponent_bias<format>;
    const int e = magnitude == 0 || exponent - 1 < lowest ? lowest : exponent - 1;
    // Exact, because the scale is a power of two.
    const double scaled = std::ldexp(magnitude, mantissa_bits<format> - e);
    const double below = std::floor(scaled), rest = scaled - below;
    bool up = false;
    switch (rounding) {
    case ptx::Rounding::rz: break;
    case ptx::Rounding::rm: up = negative && rest != 0; break;
    case ptx::Rounding::rp: up = !negative && rest != 0; break;
    case ptx::Rounding::rna: up = rest >= 0.5; break;
    default: up = rest > 0.5 || (rest == 0.5 && (static_cast<uint64_t>(below) & 1) != 0); break;
    }
    // A mantissa overflow carries into the exponent field, as does the leading 1 of normal numbers.
    const auto units = static_cast<uint32_t>(below) + (up ? 1 : 0);
    if (e > exponent_bias<format>) return overflow_bits<format>(negative, rounding);
    const uint32_t bits = (static_cast<uint32_t>(e - lowest) << mantissa_bits<format>)+units;
    if (bits >= infinity_bits<format>) return overflow_bits<format>(negative, rounding);
    return static_cast<uint16_t>(sign | bits);
}

/// Keeps the sign and the upper payload bits, and makes the NaN quiet.
template<HalfFormat format>
[[nodiscard]] inline uint16_t nan_from_double(double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    const auto payload = static_cast<uint16_t>(bits >> (52 - mantissa_bits<format>)&((1u << mantissa_bits<format>)-1));
    return static_cast<uint16_t>(bits >> 63 << 15 | infinity_bits<format> | 1u << (mantissa_bits<format> - 1) |
                                 payload);
}

/// Rounds to odd, so that a second rounding is correct.
[[nodiscard]] inline double sum_to_odd(double x, double y) {
    const double sum = x + y;
    if (!std::isfinite(sum)) return sum;
    const double part = sum - x;
    const double error = (x - (sum - part)) + (y - part);
    const auto bits = std::bit_cast<uint64_t>(sum);
    if (error == 0 || (bits & 1) != 0) return sum;
    return std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

} // namespace warpscope::simt
