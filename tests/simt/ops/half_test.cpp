// Compares half precision and bfloat16 with C++, using the toolkit's headers and the prelude's.
#include "simt/compiled.hpp"

#include <bit>
#include <cmath>

#include "base/buffer.hpp"

namespace warpscope::simt {
namespace {

class Halves : public testing::TestWithParam<compile::CompilerChoice> {
protected:
    void SetUp() override {
        const auto result = compile_kernels("half.cu", {GetParam(), 3, {}});
        if (!result) {
            // NVRTC without the toolkit's headers lacks these types.
            const bool no_header = result.error().message.english().find("cannot open") != std::string::npos;
            ASSERT_TRUE(no_header || result.error().kind == ErrorKind::environment) << result.error().text();
            GTEST_SKIP() << "this compiler is not installed";
        }
        machine = std::make_unique<Machine>(program_of(result->ptx));
    }

    std::vector<float> output(const std::string& kernel, const std::vector<float>& as, const std::vector<float>& bs) {
        const uint32_t a = machine->buffer("a", as), b = machine->buffer("b", bs),
                       out = machine->buffer("out", std::vector<float>(as.size() * 16));
        const auto outcome = machine->run(kernel, {{static_cast<uint32_t>(as.size()) / 32, 1, 1}, {32, 1, 1}, 0},
                                          machine->address(out), machine->address(a), machine->address(b));
        EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
        return machine->read<float>(out);
    }

    std::unique_ptr<Machine> machine;
};

float half(double v) {
    std::byte bytes[2]{};
    store_element(bytes, ElementType::f16, 0, v);
    return static_cast<float>(element_as_double(bytes, ElementType::f16, 0));
}
/// Rounds to float, then to bfloat16, as a GPU does.
float bfloat(double v) {
    const float single = static_cast<float>(v);
    const uint32_t bits = std::bit_cast<uint32_t>(single);
    if (std::isnan(single)) return single;
    return std::bit_cast<float>((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000);
}

/// Returns the results of the kernel `arithmetic`. `round` rounds to the type.
template<class Round>
std::vector<float> expected(double a, double b, double neighbor, Round round) {
    return {round(a),
            round(a + b),
            round(a - b),
            round(a * b),
            round(a / b),
            round(-a),
            round(round(a * b) + a),
            round(std::abs(a)),
            round(std::max(a, b)),
            round(std::min(a, b)),
            static_cast<float>((a < b) + 2 * (a == b) + 4 * (a >= b)),
            round(round(a + b) * a),
            round(std::sqrt(std::abs(b))),
            round(std::floor(a)),
            round(neighbor),
            round(3.0 + round(0.1f))};
}

template<class Round>
void compare(const std::vector<float>& out, const std::vector<float>& as, const std::vector<float>& bs, Round round) {
    for (size_t t = 0; t < as.size(); ++t) {
        const auto wanted = expected(round(as[t]), round(bs[t]), round(as[t ^ 1]), round);
        for (size_t k = 0; k < 16; ++k)
            EXPECT_EQ(out[t * 16 + k], wanted[k]) << "number " << k << " for " << as[t] << ", " << bs[t];
    }
}

/// Returns 64 pairs of ordinary numbers, for two whole warps.
std::pair<std::vector<float>, std::vector<float>> sample() {
    return pairs_of<float, float>({0.0f, 1.0f, -1.5f, 0.3333f, 100.7f, -2047.0f, 3.0517578e-5f, 7.7f},
                                  {1.0f, -0.1f, 12.34f, -5.5f, 0.0625f, 333.3f, 1e-4f, 2.0f});
}

TEST_P(Halves, HalfPrecisionRoundsOnce) {
    const auto [as, bs] = sample();
    compare(output("halves", as, bs), as, bs, [](double v) { return half(v); });
}

TEST_P(Halves, BfloatRoundsOnce) {
    const auto [as, bs] = sample();
    compare(output("bfloats", as, bs), as, bs, [](double v) { return bfloat(v); });
}

TEST_P(Halves, PairsSumInMemory) {
    const uint32_t out = machine->buffer("out", std::vector<float>(32 * 4)),
                   sum = machine->buffer("sum", std::vector<uint16_t>(2)),
                   other = machine->buffer("other", std::vector<uint16_t>(2));
    const auto outcome = machine->run("pairs", {{1, 1, 1}, {32, 1, 1}, 0}, machine->address(out), machine->address(sum),
                                      machine->address(other));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto got = machine->read<float>(out);
    for (int t = 0; t < 32; ++t) {
        EXPECT_EQ(got[4 * t], 4 * t) << t;
        EXPECT_EQ(got[4 * t + 1], 2 + t + 0.5f) << t;
        EXPECT_EQ(got[4 * t + 2], bfloat(bfloat(t * t) + 1) + 1.25f) << t;
        EXPECT_EQ(got[4 * t + 3], 442) << t;
    }
    EXPECT_EQ(machine->read<uint16_t>(sum)[0], 0x5000);   // 32
    EXPECT_EQ(machine->read<uint16_t>(other)[0], 0x4280); // 64
}

INSTANTIATE_TEST_SUITE_P(Compilers, Halves,
                         testing::Values(compile::CompilerChoice::nvrtc, compile::CompilerChoice::clang),
                         [](const auto& info) {
                             return info.param == compile::CompilerChoice::nvrtc ? "nvrtc" : "clang";
                         });

} // namespace
} // namespace warpscope::simt
