// Compares conversions to narrow formats with a search among all values of the format.
#include <cmath>
#include <limits>

#include "simt/harness.hpp"
#include "simt/lanes/half.hpp"

namespace warpscope::simt {
namespace {

/// Returns an 8-bit number's value, by the format's definition.
double eight_bits(uint32_t bits, bool e5m2) {
    const int mantissa_bits = e5m2 ? 2 : 3, bias = e5m2 ? 15 : 7;
    const int exponent = static_cast<int>(bits & 0x7f) >> mantissa_bits;
    const int mantissa = static_cast<int>(bits) & ((1 << mantissa_bits) - 1);
    const double sign = (bits & 0x80) != 0 ? -1 : 1;
    if (e5m2 && exponent == 31) return mantissa == 0 ? sign * HUGE_VAL : NAN;
    if (!e5m2 && (bits & 0x7f) == 0x7f) return NAN;
    if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
    return sign * std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
}

/// Returns the nearest finite value. If two are equally near, returns the one with even bits.
uint32_t nearest(double value, bool e5m2) {
    if (std::isnan(value)) return 0x7f;
    uint32_t best = 0;
    for (uint32_t bits = 0; bits < 0x80; ++bits) {
        const double candidate = eight_bits(bits, e5m2), now = eight_bits(best, e5m2);
        if (!std::isfinite(candidate)) continue;
        const double distance = std::fabs(candidate - std::fabs(value)), shortest = std::fabs(now - std::fabs(value));
        const bool beyond_all = std::fabs(value) > 1e6; // distances would round to the same value
        if (beyond_all ? candidate > now : distance < shortest || (distance == shortest && bits % 2 == 0)) best = bits;
    }
    return best | (std::signbit(value) ? 0x80u : 0u);
}

std::vector<float> floats() {
    std::vector<float> all{0.0f,
                           -0.0f,
                           1e-30f,
                           -1e-30f,
                           448.0f,
                           449.0f,
                           464.0f,
                           465.0f,
                           480.0f,
                           -512.0f,
                           57344.0f,
                           61439.0f,
                           61440.0f,
                           65504.0f,
                           65520.0f,
                           70000.0f,
                           3e38f,
                           -3e38f,
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN()};
    for (uint32_t bits = 0; bits < 0x7f; ++bits)
        for (const bool e5m2 : {false, true}) {
            const auto here = static_cast<float>(eight_bits(bits, e5m2));
            const auto middle = static_cast<float>((eight_bits(bits, e5m2) + eight_bits(bits + 1, e5m2)) / 2);
            if (!std::isfinite(here) || !std::isfinite(middle)) continue;
            for (const float value : {here, middle, std::nextafter(middle, 0.0f), std::nextafter(middle, 1e9f)})
                all.insert(all.end(), {value, -value});
        }
    return all;
}

TEST(NarrowFormats, EightBitFloatsRoundToNearest) {
    const std::vector<float> values = floats();
    std::vector<float> others(values.rbegin(), values.rend());
    for (const bool e5m2 : {false, true})
        for (const bool relu : {false, true}) {
            const std::string type = e5m2 ? "e5m2x2" : "e4m3x2";
            const auto got = run_instruction<uint16_t, float>(
                "cvt.rn.satfinite" + std::string(relu ? ".relu." : ".") + type + ".f32 %d, %a, %b;", values, others);
            const auto expected = [&](float value) { return relu && value <= 0 ? 0u : nearest(value, e5m2); };
            for (size_t k = 0; k < values.size(); ++k) {
                ASSERT_EQ(got[k] >> 8, expected(values[k])) << type << " " << values[k];
                ASSERT_EQ(got[k] & 0xff, expected(others[k])) << type << " " << others[k];
            }
        }
}

TEST(NarrowFormats, HalvesConvertToEightBits) {
    std::vector<uint32_t> pairs;
    for (uint32_t half = 0; half < 0x10000; half += 7) pairs.push_back(half << 16 | (half * 13 + 5) % 0x10000);
    for (const bool e5m2 : {false, true}) {
        const std::string type = e5m2 ? "e5m2x2" : "e4m3x2";
        const auto eights = run_instruction<uint16_t>("cvt.rn.satfinite." + type + ".f16x2 %d, %a;", pairs);
        for (size_t k = 0; k < pairs.size(); ++k)
            for (const int part : {0, 1}) {
                const float value = float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(pairs[k] >> 16 * part));
                ASSERT_EQ(eights[k] >> 8 * part & 0xff, nearest(value, e5m2)) << type << " " << value;
            }
        std::vector<uint16_t> all;
        for (uint32_t bits = 0; bits < 0x100; ++bits) all.push_back(static_cast<uint16_t>(bits << 8 | (bits ^ 0x55)));
        const auto halves = run_instruction<uint32_t>("cvt.rn.f16x2." + type + " %d, %a;", all);
        const auto rectified = run_instruction<uint32_t>("cvt.rn.relu.f16x2." + type + " %d, %a;", all);
        for (size_t k = 0; k < all.size(); ++k) {
            const double expected = eight_bits(all[k] >> 8, e5m2);
            const float got = float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(halves[k] >> 16));
            ASSERT_TRUE(got == expected || (std::isnan(got) && std::isnan(expected))) << type << " " << (all[k] >> 8);
            const float other = float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(rectified[k]));
            const double low = eight_bits(all[k] & 0xff, e5m2);
            ASSERT_TRUE(other == (low < 0 ? 0.0 : low) || (std::isnan(other) && std::isnan(low)));
        }
    }
}

TEST(NarrowFormats, Tf32HasTenMantissaBits) {
    const std::vector<float> values{
        1.0f,          1.0f + 0x1p-11f, 1.0f + 0x1p-10f + 0x1p-11f, 1.0f + 0x1.8p-11f, -1.0f - 0x1p-11f, 0x1.ffffp0f,
        3.4028235e38f, 1e-40f};
    const auto away = run_instruction<float>("cvt.rna.tf32.f32 %d, %a;", values);
    const auto even = run_instruction<float>("cvt.rn.tf32.f32 %d, %a;", values);
    const auto zero = run_instruction<float>("cvt.rz.relu.tf32.f32 %d, %a;", values);
    const auto finite = run_instruction<float>("cvt.rna.satfinite.tf32.f32 %d, %a;", values);
    for (size_t k = 0; k + 2 < values.size(); ++k) {
        const double scaled = values[k] * 1024.0;
        EXPECT_EQ(away[k], std::round(scaled) / 1024.0);
        EXPECT_EQ(even[k], std::nearbyint(scaled) / 1024.0);
        EXPECT_EQ(zero[k], std::max(0.0, std::trunc(scaled) / 1024.0));
    }
    EXPECT_TRUE(std::isinf(away[6]));
    EXPECT_EQ(finite[6], 0x1.ffcp127f);
}

TEST(NarrowFormats, FiniteHalvesSaturate) {
    const std::vector<float> values{70000.0f, -1e30f, std::numeric_limits<float>::infinity(), 1.5f, -2.0f};
    const auto f16 = run_instruction<uint16_t>("cvt.rn.satfinite.f16.f32 %d, %a;", values);
    EXPECT_EQ(f16, (std::vector<uint16_t>{0x7bff, 0xfbff, 0x7bff, 0x3e00, 0xc000}));
    const auto bf16 = run_instruction<uint32_t>("cvt.rn.relu.satfinite.bf16x2.f32 %d, %a, %a;", values);
    EXPECT_EQ(bf16, (std::vector<uint32_t>{0x47894789, 0, 0x7f7f7f7f, 0x3fc03fc0, 0}));
}

TEST(NarrowFormats, PackedIntegersAreClamped) {
    const std::vector<int32_t> a{0, -1, 7, 8, 127, 128, -128, -129, 40000, -40000, 3};
    const auto c = std::vector<uint32_t>(a.size(), 0x87654321);
    std::vector<int32_t> b(a.rbegin(), a.rend());
    const auto clamp = [](int32_t value, int32_t min, int32_t max) {
        return static_cast<uint32_t>(value < min ? min : value > max ? max : value);
    };
    const auto s16 = run_instruction<uint32_t>("cvt.pack.sat.s16.s32 %d, %a, %b;", a, b);
    const auto u8 = run_instruction<uint32_t>("cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;", a, b, c);
    const auto s4 = run_instruction<uint32_t>("cvt.pack.sat.s4.s32.b32 %d, %a, %b, %c;", a, b, c);
    for (size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(s16[k], clamp(a[k], -32768, 32767) << 16 | (clamp(b[k], -32768, 32767) & 0xffff));
        EXPECT_EQ(u8[k], 0x43210000u | clamp(a[k], 0, 255) << 8 | clamp(b[k], 0, 255));
        EXPECT_EQ(s4[k], 0x65432100u | (clamp(a[k], -8, 7) & 0xf) << 4 | (clamp(b[k], -8, 7) & 0xf));
    }
}

} // namespace
} // namespace warpscope::simt
