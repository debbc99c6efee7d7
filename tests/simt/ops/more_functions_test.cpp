// Compares rare functions of the prelude with C++, for every compiler.
#include "simt/compiled.hpp"

#include <bit>
#include <cfenv>
#include <cmath>

namespace warpscope::simt {
namespace {

class MoreFunctions : public testing::TestWithParam<compile::CompilerChoice> {
protected:
    void SetUp() override {
        const auto program = compiled_kernels("more.cu", {GetParam(), 3, {}});
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
        machine = std::make_unique<Machine>(program);
    }

    template<class T>
    std::vector<T> output(const std::string& kernel, const std::vector<T>& as, const std::vector<T>& bs,
                          size_t per_thread) {
        const auto count = static_cast<uint32_t>(as.size());
        const uint32_t a = machine->buffer("a", as), b = machine->buffer("b", bs),
                       out = machine->buffer("out", std::vector<T>(count * per_thread));
        const auto outcome = machine->run(kernel, {{(count + 63) / 64, 1, 1}, {64, 1, 1}, 0}, machine->address(out),
                                          machine->address(a), machine->address(b), static_cast<int>(count));
        EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
        return machine->read<T>(out);
    }

    std::unique_ptr<Machine> machine;
};

uint32_t funnel(uint32_t low, uint32_t high, uint32_t shift, bool left) {
    const uint64_t both = uint64_t{high} << 32 | low;
    shift = std::min(shift, 32u);
    return static_cast<uint32_t>(left ? both << shift >> 32 : both >> shift);
}

/// Returns the offset-th set bit from `base` up, or down if `offset` is negative, as the programming guide defines it.
uint32_t nth_set_bit(uint32_t mask, uint32_t base, int offset) {
    if (offset == 0) return (mask >> base & 1) != 0 ? base : ~0u;
    int left = std::abs(offset);
    for (int bit = static_cast<int>(base); bit >= 0 && bit<32; bit += offset> 0 ? 1 : -1)
        if ((mask >> bit & 1) != 0 && --left == 0) return static_cast<uint32_t>(bit);
    return ~0u;
}

TEST_P(MoreFunctions, IntegersMatchHost) {
    const auto [as, bs] = pairs_of(edge_integers<uint32_t>(), edge_integers<uint32_t>());
    const auto out = output("whole_numbers", as, bs, 20);
    for (size_t t = 0; t < as.size(); ++t) {
        const uint32_t a = as[t], b = bs[t];
        const auto sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
        const int64_t wa = sa, wb = sb;
        int32_t signed_dot = 7;
        uint32_t dot = 7;
        for (int byte = 0; byte < 32; byte += 8) {
            signed_dot += int8_t(a >> byte) * int8_t(b >> byte);
            dot += uint8_t(a >> byte) * uint8_t(b >> byte);
        }
        const std::vector<uint32_t> expected{
            static_cast<uint32_t>((wa + wb) >> 1),
            static_cast<uint32_t>((wa + wb + 1) >> 1),
            static_cast<uint32_t>((uint64_t{a} + b) >> 1),
            static_cast<uint32_t>((uint64_t{a} + b + 1) >> 1),
            static_cast<uint32_t>(5 + std::abs(wa - wb)),
            static_cast<uint32_t>(5 + std::abs(int64_t{a} - int64_t{b})),
            static_cast<uint32_t>(signed_dot),
            dot,
            nth_set_bit(a, b % 32, static_cast<int>(1 + b % 3)),
            nth_set_bit(a, b % 32, -1),
            nth_set_bit(a, b % 32, 0),
            funnel(a, b, b % 40, true),
            funnel(a, b, b % 40, false),
            static_cast<uint32_t>((static_cast<__int128>(wa << 20) * (wb << 20)) >> 64),
            std::min(a, b),
            std::max(a, b),
            static_cast<uint32_t>(std::min(wa, wb) + 2 * std::max(wa, wb)),
            static_cast<uint32_t>(std::min<uint64_t>(a, b) + 2 * std::max<uint64_t>(a, b)),
            a,
            b};
        const auto* const got = out.data() + t * 20;
        ASSERT_EQ(std::vector<uint32_t>(got, got + 20), expected) << std::hex << a << " " << b;
    }
}

TEST_P(MoreFunctions, FloatsMatchHost) {
    const auto [as, bs] = pairs_of<double, double>({0, -0.0, 1, -1.5, 0x1p-1070, 3e10, -1e300, 0.1, 123456.789},
                                                   {0.5, -2.5, 1e-3, 7, 1e9 + 0.5});
    const auto out = output("numbers", as, bs, 16);
    for (size_t t = 0; t < as.size(); ++t) {
        const double a = as[t], b = bs[t];
        const float fa = static_cast<float>(a), fb = static_cast<float>(b);
        const auto* const got = out.data() + t * 16;
        int exponent = 0;
        EXPECT_EQ(got[0], std::frexp(a, &exponent)) << a;
        EXPECT_EQ(got[1], exponent) << a;
        if (std::isfinite(fa)) {
            EXPECT_EQ(got[2], std::frexp(fa, &exponent)) << a;
            EXPECT_EQ(got[3], exponent) << a;
        }
        double whole = 0;
        EXPECT_EQ(got[4], std::modf(a, &whole)) << a;
        EXPECT_EQ(got[5], whole) << a;
        EXPECT_EQ(got[6], std::fdim(a, b)) << a << " " << b;
        EXPECT_EQ(got[7], std::scalbn(a, 3)) << a;
        EXPECT_EQ(got[8], a - b);
        EXPECT_EQ(got[9], std::sqrt(std::abs(a)));
        if (std::abs(a) < 1e18) {
            EXPECT_EQ(got[10], static_cast<float>(static_cast<int64_t>(a)));
        }
        EXPECT_EQ(got[11], static_cast<double>(std::llrint(b)));
        EXPECT_EQ(got[12], static_cast<double>(std::llround(b)));
        if (!std::isfinite(fa)) continue;
        const double length = std::sqrt(double{fa} * fa + double{fb} * fb + 1);
        EXPECT_NEAR(got[13], length, length * 0x1p-22);
        EXPECT_NEAR(got[14] * std::hypot(double{fa}, double{fb}), 1, 0x1p-22);
        EXPECT_NEAR(got[15], std::hypot(std::hypot(a, b), std::sqrt(5)), got[15] * 0x1p-50);
    }
}

TEST_P(MoreFunctions, MemoryAndLaneFunctionsMatch) {
    std::vector<uint32_t> in(32);
    for (uint32_t k = 0; k < 32; ++k) in[k] = k * k * 7 % 101;
    const uint32_t data = machine->buffer("in", in), to = machine->buffer("out", std::vector<uint32_t>(32 * 8));
    const auto outcome =
        machine->run("lanes", {{1, 1, 1}, {32, 1, 1}, 0}, machine->address(to), machine->address(data));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto out = machine->read<uint32_t>(to);
    for (uint32_t t = 0; t < 32; ++t) {
        uint32_t thirds = 0, fifths = 0;
        for (uint32_t l = 0; l < 32; ++l) {
            thirds |= uint32_t{in[l] % 3 == in[t] % 3} << l;
            fifths |= uint32_t{in[l] % 5 == in[t] % 5} << l;
        }
        const std::vector<uint32_t> expected{3 * in[t], in[31 - t], 3, in[t ^ 1], thirds, fifths, 0, t * 0x01010101u};
        const auto* const got = out.data() + t * 8;
        ASSERT_EQ(std::vector<uint32_t>(got, got + 8), expected) << t; // to[6]: mask ~0 plus predicate 1 is 0
    }
}

TEST_P(MoreFunctions, IntegerConversionsRoundAsNamed) {
    std::vector<uint64_t> as, bs;
    for (uint64_t k = 0; k < 500; ++k) {
        as.push_back(k * 0x9e3779b97f4a7c15);
        bs.push_back(k % 3 == 0 ? 0 : k * k * 0x2545f4914f6cdd1d >> k % 40);
    }
    const uint32_t a = machine->buffer("a", as), b = machine->buffer("b", bs),
                   to = machine->buffer("out", std::vector<double>(as.size() * 24));
    const auto count = static_cast<uint32_t>(as.size());
    const auto outcome = machine->run("rounded", {{(count + 63) / 64, 1, 1}, {64, 1, 1}, 0}, machine->address(to),
                                      machine->address(a), machine->address(b), static_cast<int>(count));
    EXPECT_TRUE(outcome.findings.empty());
    const auto out = machine->read<double>(to);
    const int modes[]{FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    for (size_t t = 0; t < as.size(); ++t)
        for (size_t mode = 0; mode < 4; ++mode) {
            const volatile uint64_t u = as[t] ^ bs[t];
            const volatile auto s = static_cast<int64_t>(u);
            const volatile auto small = static_cast<int32_t>(s);
            const volatile auto bits = static_cast<uint32_t>(u);
            std::fesetround(modes[mode]);
            const volatile double expected[]{static_cast<float>(small), static_cast<float>(bits),
                                             static_cast<float>(s),     static_cast<float>(u),
                                             static_cast<double>(s),    static_cast<double>(u)};
            std::fesetround(FE_TONEAREST);
            for (size_t k = 0; k < 6; ++k)
                ASSERT_EQ(out[t * 24 + mode * 6 + k], expected[k]) << u << " function " << k << " mode " << mode;
        }
}

INSTANTIATE_TEST_SUITE_P(Compilers, MoreFunctions,
                         testing::Values(compile::CompilerChoice::nvrtc, compile::CompilerChoice::clang),
                         [](const auto& info) {
                             return info.param == compile::CompilerChoice::nvrtc ? "nvrtc" : "clang";
                         });

} // namespace
} // namespace warpscope::simt
