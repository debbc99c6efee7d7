#include "simt/harness.hpp"

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>

namespace warpscope::simt {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
const float nan = std::bit_cast<float>(0x7fc01234u);

const std::vector<float> edges{0.0f,    -0.0f,    1.0f,     -1.0f,   0.5f,    1.5f,      3.0f,        1.0f / 3,
                               FLT_MIN, -FLT_MIN, 1e-45f,   -1e-45f, FLT_MAX, -FLT_MAX,  infinity,    -infinity,
                               nan,     16777216, 2.0e-38f, 8388609, -7.25f,  0x1p-126f, 0x1.8p-127f, 1.0000001f};
const std::vector<double> wide_edges{0.0,     -0.0,     1.0,       -1.0,  1.0 / 3,   DBL_MIN,   -DBL_MIN,  5e-324,
                                     DBL_MAX, HUGE_VAL, -HUGE_VAL, 1e300, 0x1p-1060, 3.0000001, -12345.678};

uint32_t bits_of(float a) { return std::bit_cast<uint32_t>(a); }
float flushed(float a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a; }

/// Expects equal bits. For NaN, expects the hardware's NaN.
void expect_single(float got, float expected, const std::string& what) {
    ASSERT_EQ(bits_of(got), std::isnan(expected) ? 0x7fffffffu : bits_of(expected))
        << what << ": " << got << " " << expected;
}

template<class Expected>
void check_pairs(const std::string& instruction, Expected&& expected) {
    const auto [a, b] = pairs_of(edges, edges);
    const auto got = run_instruction<float>(instruction + " %d, %a, %b;", a, b);
    for (size_t k = 0; k < a.size(); ++k)
        expect_single(got[k], expected(a[k], b[k]),
                      instruction + " " + std::to_string(a[k]) + " " + std::to_string(b[k]));
}

TEST(Float, RoundsToNearestEven) {
    check_pairs("add.rn.f32", [](float a, float b) { return a + b; });
    check_pairs("add.f32", [](float a, float b) { return a + b; });
    check_pairs("sub.f32", [](float a, float b) { return a - b; });
    check_pairs("mul.f32", [](float a, float b) { return a * b; });
    check_pairs("div.rn.f32", [](float a, float b) { return a / b; });
}

TEST(Float, FlushingAffectsOperandsAndResults) {
    check_pairs("add.ftz.f32", [](float a, float b) { return flushed(flushed(a) + flushed(b)); });
    check_pairs("mul.ftz.f32", [](float a, float b) { return flushed(flushed(a) * flushed(b)); });
    check_pairs("div.rn.ftz.f32", [](float a, float b) { return flushed(flushed(a) / flushed(b)); });
}

TEST(Float, SaturationClampsNanToZero) {
    const auto saturated = [](float a) { return a > 0 ? std::min(a, 1.0f) : 0.0f; };
    check_pairs("add.sat.f32", [&](float a, float b) { return saturated(a + b); });
    check_pairs("mul.ftz.sat.f32", [&](float a, float b) { return saturated(flushed(flushed(a) * flushed(b))); });
}

TEST(Float, MinimumAndMaximumPreferNumbers) {
    const auto minimum = [](float a, float b) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        if (a == b) return std::signbit(a) ? a : b;
        return a < b ? a : b;
    };
    check_pairs("min.f32", minimum);
    check_pairs("max.f32", [&](float a, float b) {
        const float flipped = minimum(-a, -b);
        return std::isnan(flipped) ? flipped : -flipped;
    });
    check_pairs("min.NaN.f32", [&](float a, float b) { return std::isnan(a) || std::isnan(b) ? nan : minimum(a, b); });
}

TEST(Float, FusedMultiplyAddRoundsOnce) {
    const auto [a, b] = pairs_of(edges, edges);
    for (const float addend : {0.0f, -1.0f, 1e-30f, FLT_MAX, -1.0000002f}) {
        const std::vector<float> c(a.size(), addend);
        const auto got = run_instruction<float>("fma.rn.f32 %d, %a, %b, %c;", a, b, c);
        for (size_t k = 0; k < a.size(); ++k) expect_single(got[k], std::fma(a[k], b[k], c[k]), "fma");
    }
    // Rounding the product first would lose its last bits and give zero.
    const float x = 1 + FLT_EPSILON;
    EXPECT_EQ(
        run_instruction<float>("fma.rn.f32 %d, %a, %b, %c;", std::vector<float>{x}, {x}, {-(1 + 2 * FLT_EPSILON)})[0],
        FLT_EPSILON * FLT_EPSILON);
}

/// Rounds a value that is exact in long double in the direction `mode`.
float rounded(long double exact, char mode) {
    const auto near = static_cast<float>(exact);
    if (std::isnan(near) || static_cast<long double>(near) == exact) return near;
    const bool up = mode == 'p' || (mode == 'z' && exact < 0);
    if (up) return near >= exact ? near : std::nextafter(near, infinity);
    return near <= exact ? near : std::nextafter(near, -infinity);
}

TEST(Float, DirectedRoundingMatches) {
    // In long double, products of floats are exact. These sums are also exact, because their operands are close to each
    // other.
    std::vector<float> values;
    for (const float a : edges)
        if (std::isfinite(a) && a != 0) values.push_back(a);
    const auto [a, b] = pairs_of(values, values);
    for (const char mode : {'z', 'm', 'p'}) {
        const std::string suffix = std::string(".r") + mode + ".f32";
        const auto product = run_instruction<float>("mul" + suffix + " %d, %a, %b;", a, b);
        const auto sum = run_instruction<float>("add" + suffix + " %d, %a, 0f3F800001;", a);
        const auto third = run_instruction<float>("div" + suffix + " %d, %a, 0f40400000;", a);
        const auto root = run_instruction<float>("abs.f32 %a, %a; sqrt" + suffix + " %d, %a;", a);
        for (size_t k = 0; k < a.size(); ++k) {
            ASSERT_EQ(bits_of(product[k]), bits_of(rounded(static_cast<long double>(a[k]) * b[k], mode)))
                << a[k] << "*" << b[k] << mode;
            if (std::fabs(a[k]) < 1e8f && std::fabs(a[k]) > 1e-8f) {
                ASSERT_EQ(sum[k], rounded(static_cast<long double>(a[k]) + 0x1.000002p0L, mode)) << a[k] << mode;
                ASSERT_EQ(third[k], rounded(static_cast<long double>(a[k]) / 3, mode)) << a[k] << mode;
                ASSERT_EQ(root[k], rounded(std::sqrt(std::fabs(static_cast<long double>(a[k]))), mode)) << a[k] << mode;
            }
        }
    }
    const std::vector<double> big{1e16};
    EXPECT_EQ(run_instruction<double>("add.rp.f64 %d, %a, 0d3FF0000000000000;", big)[0], 10000000000000002.0);
    EXPECT_EQ(run_instruction<double>("add.rm.f64 %d, %a, 0d3FF0000000000000;", big)[0], 1e16);
}

TEST(Float, DoublePrecisionMatches) {
    const auto [a, b] = pairs_of(wide_edges, wide_edges);
    const auto sum = run_instruction<double>("add.f64 %d, %a, %b;", a, b),
               product = run_instruction<double>("mul.f64 %d, %a, %b;", a, b),
               quotient = run_instruction<double>("div.rn.f64 %d, %a, %b;", a, b),
               fused = run_instruction<double>("fma.rn.f64 %d, %a, %b, %a;", a, b);
    const auto same = [](double x, double y) {
        return (std::isnan(x) && std::isnan(y)) || std::bit_cast<uint64_t>(x) == std::bit_cast<uint64_t>(y);
    };
    for (size_t k = 0; k < a.size(); ++k) {
        EXPECT_TRUE(same(sum[k], a[k] + b[k])) << a[k] << "+" << b[k];
        EXPECT_TRUE(same(product[k], a[k] * b[k])) << a[k] << "*" << b[k];
        EXPECT_TRUE(same(quotient[k], a[k] / b[k])) << a[k] << "/" << b[k];
        EXPECT_TRUE(same(fused[k], std::fma(a[k], b[k], a[k]))) << a[k] << "*" << b[k];
    }
}

TEST(Float, ApproximationsMeetDocumentedError) {
    std::vector<float> a;
    for (float x = 1e-3f; x < 1e3f; x *= 1.037f) {
        a.push_back(x);
        a.push_back(-x);
    }
    const auto check = [&](const std::string& op, double (*function)(double), double absolute, double relative) {
        const auto got = run_instruction<float>(op + " %d, %a;", a);
        for (size_t k = 0; k < a.size(); ++k) {
            const double exact = function(a[k]);
            if (std::isnan(exact)) {
                EXPECT_EQ(bits_of(got[k]), 0x7fffffffu);
                continue;
            }
            EXPECT_LE(std::fabs(got[k] - exact), absolute + relative * std::fabs(exact)) << op << " " << a[k];
        }
    };
    check(
        "rcp.approx.ftz.f32", [](double x) { return 1 / x; }, 0, 0x1p-23);
    check(
        "sqrt.approx.f32", [](double x) { return std::sqrt(x); }, 0, 0x1p-23);
    check(
        "rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); }, 0, 0x1p-22);
    check(
        "lg2.approx.f32", [](double x) { return std::log2(x); }, 0x1p-22, 0x1p-23);
    check(
        "sin.approx.f32", [](double x) { return std::sin(x); }, 0x1p-20, 0);
    check(
        "cos.approx.ftz.f32", [](double x) { return std::cos(x); }, 0x1p-20, 0);
    check(
        "tanh.approx.f32", [](double x) { return std::tanh(x); }, 0, 0x1p-11);
    EXPECT_EQ(run_instruction<float>("ex2.approx.f32 %d, %a;", std::vector<float>{3.0f, -1.0f, 0.0f}),
              (std::vector<float>{8.0f, 0.5f, 1.0f}));
}

TEST(Float, ApproximateSinesAreRoundedOnce) {
    std::vector<float> a{0.0f, -0.0f, 1e-45f, 0x1p-126f, 0x1.921fb6p+0f, 0x1.921fb6p+1f, 0x1p20f, 0x1.fffffep19f};
    for (uint32_t bits = 0x32000000; bits < 0x4b000000; bits += 9973) a.push_back(std::bit_cast<float>(bits));
    for (size_t k = 0, count = a.size(); k < count; ++k) a.push_back(-a[k]);
    const auto sine = run_instruction<float>("sin.approx.f32 %d, %a;", a),
               flushed_sine = run_instruction<float>("sin.approx.ftz.f32 %d, %a;", a),
               cosine = run_instruction<float>("cos.approx.f32 %d, %a;", a);
    for (size_t k = 0; k < a.size(); ++k) {
        const auto exact = static_cast<float>(std::sin(static_cast<double>(a[k])));
        const float flushed_exact = std::fabs(exact) < 0x1p-126f ? std::copysign(0.0f, exact) : exact;
        ASSERT_EQ(bits_of(sine[k]), bits_of(exact)) << a[k];
        ASSERT_EQ(bits_of(flushed_sine[k]), bits_of(flushed_exact)) << a[k];
        ASSERT_EQ(bits_of(cosine[k]), bits_of(static_cast<float>(std::cos(static_cast<double>(a[k]))))) << a[k];
    }
}

TEST(Float, SmallBfloatPowersAreZero) {
    // -126, -126.5, -132
    EXPECT_EQ(run_instruction<uint16_t>("ex2.approx.ftz.bf16 %d, %a;", std::vector<uint16_t>{0xc2fc, 0xc2fd, 0xc304}),
              (std::vector<uint16_t>{0x0080, 0, 0}));
    EXPECT_EQ(run_instruction<uint32_t>("ex2.approx.ftz.bf16x2 %d, %a;", std::vector<uint32_t>{0x3f80c2fd})[0],
              0x40000000u);
}

TEST(Float, ComparisonsMatch) {
    const auto [a, b] = pairs_of(edges, edges);
    const std::vector<std::pair<std::string, bool (*)(float, float)>> cases{
        {"eq", [](float x, float y) { return x == y; }},
        {"ne", [](float x, float y) { return x < y || x > y; }},
        {"lt", [](float x, float y) { return x < y; }},
        {"le", [](float x, float y) { return x <= y; }},
        {"gt", [](float x, float y) { return x > y; }},
        {"ge", [](float x, float y) { return x >= y; }},
        {"equ", [](float x, float y) { return !(x < y || x > y); }},
        {"neu", [](float x, float y) { return x != y; }},
        {"ltu", [](float x, float y) { return !(x >= y); }},
        {"leu", [](float x, float y) { return !(x > y); }},
        {"gtu", [](float x, float y) { return !(x <= y); }},
        {"geu", [](float x, float y) { return !(x < y); }},
        {"num", [](float x, float y) { return x == x && y == y; }},
        {"nan", [](float x, float y) { return x != x || y != y; }},
    };
    for (const auto& [name, holds] : cases) {
        const auto got = run_instruction<uint32_t>("setp." + name + ".f32 %p0, %a, %b; selp.b32 %d, 1, 0, %p0;", a, b);
        for (size_t k = 0; k < a.size(); ++k)
            ASSERT_EQ(got[k] != 0, holds(a[k], b[k])) << name << " " << a[k] << " " << b[k];
    }
    EXPECT_EQ(run_instruction<uint32_t>("setp.eq.ftz.f32 %p0, %a, 0f00000000; selp.b32 %d, 1, 0, %p0;",
                                        std::vector<float>{1e-45f})[0],
              1u);
    EXPECT_EQ(run_instruction<uint32_t>("setp.eq.f32 %p0, %a, 0f00000000; selp.b32 %d, 1, 0, %p0;",
                                        std::vector<float>{1e-45f})[0],
              0u);
    EXPECT_EQ(run_instruction<uint32_t>("testp.subnormal.f32 %p0, %a; selp.b32 %d, 1, 0, %p0;",
                                        std::vector<float>{1e-45f, 1.0f, 0.0f}),
              (std::vector<uint32_t>{1, 0, 0}));
}

} // namespace
} // namespace warpscope::simt
