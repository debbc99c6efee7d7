#include "simt/harness.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "base/buffer.hpp"

namespace warpscope::simt {
namespace {

template<class T>
std::string type_of() {
    return (std::is_signed_v<T> ? "s" : "u") + std::to_string(8 * sizeof(T));
}

/// Checks the manual's rule: the conversion rounds, then clamps to the type; NaN gives zero.
template<class D>
void check_float_to_integer() {
    const std::vector<float> a{0.0f,
                               -0.0f,
                               0.5f,
                               1.5f,
                               2.5f,
                               -0.5f,
                               -1.5f,
                               -2.5f,
                               0.99f,
                               -0.99f,
                               126.7f,
                               127.5f,
                               128.0f,
                               -128.5f,
                               -129.0f,
                               255.4f,
                               256.0f,
                               32767.6f,
                               65535.5f,
                               65536.0f,
                               2147483520.0f,
                               2147483648.0f,
                               -2147483648.0f,
                               -2147483904.0f,
                               4294967040.0f,
                               4294967296.0f,
                               1e19f,
                               -1e19f,
                               1e30f,
                               -1e30f,
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity()};
    const std::vector<std::pair<std::string, float (*)(float)>> modes{
        {"rni", [](float x) { return std::nearbyint(x); }},
        {"rzi", [](float x) { return std::trunc(x); }},
        {"rmi", [](float x) { return std::floor(x); }},
        {"rpi", [](float x) { return std::ceil(x); }}};
    using Stored = std::conditional_t<sizeof(D) == 1, uint16_t, D>;
    for (const auto& [name, round] : modes) {
        const auto got = run_instruction<Stored>("cvt." + name + "." + type_of<D>() + ".f32 %d, %a;", a);
        for (size_t k = 0; k < a.size(); ++k) {
            const long double whole = round(a[k]);
            const D expected =
                whole >= static_cast<long double>(std::numeric_limits<D>::max())   ? std::numeric_limits<D>::max()
                : whole <= static_cast<long double>(std::numeric_limits<D>::min()) ? std::numeric_limits<D>::min()
                                                                                   : static_cast<D>(whole);
            ASSERT_EQ(static_cast<D>(got[k]), expected) << type_of<D>() << " " << name << " " << a[k];
        }
    }
    const auto of_nan = run_instruction<Stored>("cvt.rzi." + type_of<D>() + ".f32 %d, %a;", std::vector<float>{NAN});
    EXPECT_EQ(static_cast<uint64_t>(of_nan[0]), sizeof(D) == 8 ? uint64_t{1} << 63 : 0) << type_of<D>();
}

TEST(Conversion, FloatToIntegerMatches) {
    check_float_to_integer<uint8_t>();
    check_float_to_integer<int8_t>();
    check_float_to_integer<uint16_t>();
    check_float_to_integer<int16_t>();
    check_float_to_integer<uint32_t>();
    check_float_to_integer<int32_t>();
    check_float_to_integer<uint64_t>();
    check_float_to_integer<int64_t>();
}

template<class S>
void check_integer_to_float() {
    const auto a = edge_integers<S>();
    const auto single = run_instruction<float>("cvt.rn.f32." + type_of<S>() + " %d, %a;", a);
    const auto wide = run_instruction<double>("cvt.rn.f64." + type_of<S>() + " %d, %a;", a);
    const auto low = run_instruction<float>("cvt.rz.f32." + type_of<S>() + " %d, %a;", a);
    for (size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(single[k], static_cast<float>(a[k])) << +a[k];
        EXPECT_EQ(wide[k], static_cast<double>(a[k])) << +a[k];
        EXPECT_LE(std::fabs(static_cast<long double>(low[k])), std::fabs(static_cast<long double>(a[k])));
        EXPECT_LE(std::fabs(low[k] - single[k]), std::fabs(single[k]) * 0x1p-23f);
    }
}

TEST(Conversion, IntegerToFloatMatches) {
    check_integer_to_float<uint16_t>();
    check_integer_to_float<int16_t>();
    check_integer_to_float<uint32_t>();
    check_integer_to_float<int32_t>();
    check_integer_to_float<uint64_t>();
    check_integer_to_float<int64_t>();
    // Bytes are in wider registers, of which only the low byte counts.
    EXPECT_EQ(run_instruction<float>("cvt.rn.f32.u8 %d, %a;", std::vector<uint32_t>{0x1ff}, std::vector<uint32_t>{})[0],
              255.0f);
    EXPECT_EQ(run_instruction<float>("cvt.rn.f32.s8 %d, %a;", std::vector<uint16_t>{0x1ff}, std::vector<uint16_t>{})[0],
              -1.0f);
}

template<class D, class S>
void check_integers() {
    const auto a = edge_integers<S>();
    const std::string types = "." + type_of<D>() + "." + type_of<S>() + " %d, %a;";
    const auto cut = run_instruction<D>("cvt" + types, a), clamped = run_instruction<D>("cvt.sat" + types, a);
    for (size_t k = 0; k < a.size(); ++k) {
        const __int128 value = a[k];
        const __int128 inside =
            std::clamp<__int128>(value, std::numeric_limits<D>::min(), std::numeric_limits<D>::max());
        ASSERT_EQ(cut[k], static_cast<D>(a[k])) << types << +a[k];
        ASSERT_EQ(clamped[k], static_cast<D>(inside)) << types << +a[k];
    }
}

TEST(Conversion, IntegerToIntegerMatches) {
    check_integers<uint16_t, int64_t>();
    check_integers<int16_t, uint32_t>();
    check_integers<int32_t, uint64_t>();
    check_integers<uint32_t, int64_t>();
    check_integers<int64_t, uint64_t>();
    check_integers<uint64_t, int32_t>();
    check_integers<int64_t, int32_t>();
    check_integers<uint64_t, uint16_t>();
    EXPECT_EQ(run_instruction<uint32_t>("cvt.s32.s8 %d, %a;", std::vector<uint32_t>{0x180, 0x17f}),
              (std::vector<uint32_t>{0xffffff80, 0x7f}));
    EXPECT_EQ(run_instruction<uint32_t>("cvt.u8.u32 %d, %a;", std::vector<uint32_t>{0x180}),
              (std::vector<uint32_t>{0x80}));
    EXPECT_EQ(run_instruction<uint32_t>("cvt.sat.s8.s32 %d, %a;", std::vector<uint32_t>{200, ~0u, 0xffff0000}),
              (std::vector<uint32_t>{127, ~0u, 0xffffff80}));
}

TEST(Conversion, FloatWidthsMatch) {
    const std::vector<double> a{0.0, 1.0 / 3, 1e300, -1e300, 1e-300, 0x1.fffffffp0, 16777217.0};
    const auto near = run_instruction<float>("cvt.rn.f32.f64 %d, %a;", a),
               up = run_instruction<float>("cvt.rp.f32.f64 %d, %a;", a),
               down = run_instruction<float>("cvt.rm.f32.f64 %d, %a;", a);
    for (size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(near[k], static_cast<float>(a[k]));
        EXPECT_GE(up[k], a[k]);
        EXPECT_LE(down[k], a[k]);
        EXPECT_TRUE(up[k] == down[k] || std::nextafter(down[k], INFINITY) == up[k]) << a[k];
    }
    EXPECT_EQ(run_instruction<double>("cvt.f64.f32 %d, %a;", std::vector<float>{1e-45f})[0],
              static_cast<double>(1e-45f));
    EXPECT_EQ(run_instruction<float>("cvt.rni.f32.f32 %d, %a;", std::vector<float>{2.5f, -0.4f, 1e10f}),
              (std::vector<float>{2.0f, -0.0f, 1e10f}));
    EXPECT_EQ(run_instruction<float>("cvt.sat.f32.f32 %d, %a;", std::vector<float>{2.5f, -0.4f, NAN}),
              (std::vector<float>{1.0f, 0.0f, 0.0f}));
}

TEST(Conversion, EveryHalfRoundTrips) {
    std::vector<uint16_t> halves(65536);
    for (uint32_t k = 0; k < halves.size(); ++k) halves[k] = static_cast<uint16_t>(k);
    const auto singles = run_instruction<float>("cvt.f32.f16 %d, %a;", halves);
    const auto back = run_instruction<uint16_t>("cvt.rn.f16.f32 %d, %a;", singles);
    for (uint32_t k = 0; k < halves.size(); ++k) {
        const bool is_nan = (k & 0x7fff) > 0x7c00;
        if (!is_nan) {
            ASSERT_EQ(std::bit_cast<uint32_t>(singles[k]), std::bit_cast<uint32_t>(float_from_half(halves[k]))) << k;
        }
        ASSERT_EQ(back[k], is_nan ? 0x7fff : k);
    }
}

TEST(Conversion, FloatToHalfRoundsOnce) {
    std::vector<float> a;
    for (uint32_t bits = 0x33000000; bits < 0x47900000; bits += 4099) a.push_back(std::bit_cast<float>(bits));
    const auto near = run_instruction<uint16_t>("cvt.rn.f16.f32 %d, %a;", a),
               cut = run_instruction<uint16_t>("cvt.rz.f16.f32 %d, %a;", a);
    for (size_t k = 0; k < a.size(); ++k) {
        ASSERT_EQ(near[k], half_from_float(a[k])) << a[k];
        ASSERT_LE(float_from_half(cut[k]), a[k]);
        ASSERT_GT(float_from_half(static_cast<uint16_t>(cut[k] + 1)), a[k]);
    }
    const auto brain = run_instruction<uint16_t>("cvt.rn.bf16.f32 %d, %a;", a);
    for (size_t k = 0; k < a.size(); ++k) {
        const auto bits = std::bit_cast<uint32_t>(a[k]);
        ASSERT_EQ(brain[k], (bits + 0x7fff + (bits >> 16 & 1)) >> 16) << a[k];
    }
}

TEST(Half, ArithmeticRoundsOnce) {
    std::vector<uint16_t> a, b;
    for (uint32_t k = 0; k < 4000; ++k) {
        a.push_back(static_cast<uint16_t>(k * 40503u));
        b.push_back(static_cast<uint16_t>(k * 30011u + 77));
    }
    const auto sum = run_instruction<uint16_t>("add.f16 %d, %a, %b;", a, b),
               product = run_instruction<uint16_t>("mul.f16 %d, %a, %b;", a, b);
    for (size_t k = 0; k < a.size(); ++k) {
        const float x = float_from_half(a[k]), y = float_from_half(b[k]);
        // Float holds products of halves exactly, and sums with enough bits that rounding twice does no harm.
        const auto expected = [](float value) { return std::isnan(value) ? uint16_t{0x7fff} : half_from_float(value); };
        ASSERT_EQ(sum[k], expected(x + y)) << x << "+" << y;
        ASSERT_EQ(product[k], expected(x * y)) << x << "*" << y;
    }
    // 1 + 2^-11 is a tie; the product's tail of 2^-22 breaks it upwards.
    EXPECT_EQ(run_instruction<uint32_t>("fma.rn.f16x2 %d, %a, %b, %c;", std::vector<uint32_t>{0x3c013c00}, {0x10013c00},
                                        {0x3c004000})[0] &
                  0xffff,
              0x4200u);
    EXPECT_EQ(run_instruction<uint32_t>("add.f16x2 %d, %a, %b;", std::vector<uint32_t>{0x3c004000}, {0x3c003c00})[0],
              0x40004200u);
}

TEST(Half, ConvertsFromBytes) {
    const std::vector<uint16_t> a{0x00ff, 0xff80, 0x1203}; // the register has more than the byte
    EXPECT_EQ(run_instruction<uint16_t>("cvt.rn.f16.u8 %d, %a;", a), (std::vector<uint16_t>{0x5bf8, 0x5800, 0x4200}));
    EXPECT_EQ(run_instruction<uint16_t>("cvt.rn.f16.s8 %d, %a;", a), (std::vector<uint16_t>{0xbc00, 0xd800, 0x4200}));
    EXPECT_EQ(run_instruction<uint16_t>("cvt.rn.bf16.u8 %d, %a;", a), (std::vector<uint16_t>{0x437f, 0x4300, 0x4040}));
}

TEST(Half, ComparisonsHandlePairs) {
    // f16: 1 is 0x3c00, 2 is 0x4000, NaN is 0x7e00.
    const std::vector<uint32_t> a{0x40003c00, 0x3c004000, 0x7e003c00, 0x3c003c00}, b(4, 0x3c004000);
    const auto pairs = [&](const std::string& instruction) { return run_instruction<uint32_t>(instruction, a, b); };
    EXPECT_EQ(pairs("set.lt.f16x2.f16x2 %d, %a, %b;"), (std::vector<uint32_t>{0x3c00, 0, 0x3c00, 0x3c00}));
    EXPECT_EQ(pairs("set.gtu.u32.f16x2 %d, %a, %b;"), (std::vector<uint32_t>{0xffff0000, 0, 0xffff0000, 0}));
    EXPECT_EQ(pairs("set.eq.bf16x2.bf16x2 %d, %a, %b;"), (std::vector<uint32_t>{0, 0x3f803f80, 0, 0x3f800000}));
    EXPECT_EQ(pairs("setp.ge.f16x2 %p0|%p1, %a, %b; selp.b32 %t0, 1, 0, %p0; selp.b32 %t1, 2, 0, %p1; or.b32 %d, %t0, "
                    "%t1;"),
              (std::vector<uint32_t>{2, 3, 0, 2}));
    EXPECT_EQ(pairs("setp.ne.u32 %p0, %a, 0x40003c00; set.lt.and.f16x2.f16x2 %d, %a, %b, %p0;"),
              (std::vector<uint32_t>{0, 0, 0x3c00, 0x3c00}));
    EXPECT_EQ(run_instruction<uint16_t>("set.nan.f16.f16 %d, %a, %b;", std::vector<uint16_t>{0x3c00, 0x7e00},
                                        std::vector<uint16_t>{0x4000, 0x4000}),
              (std::vector<uint16_t>{0, 0x3c00}));
    EXPECT_EQ(run_instruction<uint16_t>("set.lt.u16.f16 %d, %a, %b;", std::vector<uint16_t>{0x3c00, 0x4000},
                                        std::vector<uint16_t>{0x4000, 0x4000}),
              (std::vector<uint16_t>{0xffff, 0}));
}

} // namespace
} // namespace warpscope::simt
