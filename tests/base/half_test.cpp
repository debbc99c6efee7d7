// Compares halves with the definition in IEEE 754: sign * mantissa * 2^exponent. A conversion must return the nearest
// number. If two are equally near, it returns the even one.
#include "base/buffer.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace warpscope {
namespace {

double half_value(uint32_t bits) {
    const int exponent = static_cast<int>((bits >> 10) & 31);
    const double mantissa = bits & 0x3ff;
    const double magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

bool is_finite(uint32_t bits) { return (bits & 0x7c00) != 0x7c00; }

TEST(Half, FiniteHalvesRoundTrip) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        if (!is_finite(bits)) continue;
        const float value = float_from_half(static_cast<uint16_t>(bits));
        ASSERT_EQ(static_cast<double>(value), half_value(bits)) << bits;
        ASSERT_EQ(half_from_float(value), bits);
    }
}

TEST(Half, ConvertsInfinitiesAndNans) {
    const float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(half_from_float(inf), 0x7c00);
    EXPECT_EQ(half_from_float(-inf), 0xfc00);
    EXPECT_EQ(float_from_half(0x7c00), inf);
    EXPECT_EQ(float_from_half(0xfc00), -inf);
    EXPECT_TRUE(std::isnan(float_from_half(0x7c01)));
    EXPECT_TRUE(std::isnan(float_from_half(0xfe00)));
    EXPECT_EQ(half_from_float(std::numeric_limits<float>::quiet_NaN()), 0x7fff);
    EXPECT_EQ(half_from_float(-std::numeric_limits<float>::quiet_NaN()), 0x7fff); // the canonical NaN has no sign
}

TEST(Half, RoundsToNearestEven) {
    for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
        const double low = half_value(bits);
        const double high = half_value(bits + 1);
        const auto middle = static_cast<float>((low + high) / 2);
        ASSERT_EQ(half_from_float(middle), (bits & 1) == 0 ? bits : bits + 1) << bits;
        ASSERT_EQ(half_from_float(std::nextafter(middle, 0.0f)), bits) << bits;
        ASSERT_EQ(half_from_float(std::nextafter(middle, 1e9f)), bits + 1) << bits;
        ASSERT_EQ(half_from_float(-std::nextafter(middle, 0.0f)), bits | 0x8000) << bits;
    }
}

TEST(Half, OverflowsHalfStepAboveMaximum) {
    EXPECT_EQ(half_from_float(std::nextafter(65520.0f, 0.0f)), 0x7bff);
    EXPECT_EQ(half_from_float(65520.0f), 0x7c00);
    EXPECT_EQ(half_from_float(1e30f), 0x7c00);
    EXPECT_EQ(half_from_float(-65520.0f), 0xfc00);
}

TEST(Bfloat, RoundsUpperHalfToEven) {
    EXPECT_EQ(bfloat_from_float(1.0f), 0x3f80);
    EXPECT_EQ(bfloat_from_float(1.0f + 0x1p-8f), 0x3f80); // a tie goes to even
    EXPECT_EQ(bfloat_from_float(1.0f + 3 * 0x1p-8f), 0x3f82);
    EXPECT_EQ(bfloat_from_float(std::nextafter(1.0f + 0x1p-8f, 2.0f)), 0x3f81);
    EXPECT_EQ(bfloat_from_float(std::numeric_limits<float>::max()), 0x7f80); // rounds to infinity
    EXPECT_EQ(bfloat_from_float(-std::numeric_limits<float>::quiet_NaN()), 0x7fff);
    for (uint32_t bits = 0; bits < 0x7f80; ++bits)
        ASSERT_EQ(bfloat_from_float(float_from_bfloat(static_cast<uint16_t>(bits))), bits);
    std::byte bytes[2];
    store_element(bytes, ElementType::bf16, 0, 1.0 + 0x1p-8 + 0x1p-40); // above the middle of two bf16 numbers
    EXPECT_EQ(element_as_double(bytes, ElementType::bf16, 0), 1.0 + 0x1p-7);
}

TEST(Half, RoundsDoublesOnce) {
    // 1 + 2^-11 is the middle between two halves. A slightly larger number must round up, but a float cannot represent
    // it.
    const double above = 1.0 + 0x1p-11 + 0x1p-40;
    std::byte bytes[2];
    store_element(bytes, ElementType::f16, 0, above);
    EXPECT_EQ(element_as_double(bytes, ElementType::f16, 0), 1.0 + 0x1p-10);
    const double below = 1.0 + 3 * 0x1p-11 - 0x1p-40;
    store_element(bytes, ElementType::f16, 0, below);
    EXPECT_EQ(element_as_double(bytes, ElementType::f16, 0), 1.0 + 0x1p-10);
}

} // namespace
} // namespace warpscope
