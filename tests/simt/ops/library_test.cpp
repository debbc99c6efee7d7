// The C++ library and CUDA's headers in kernels.
#include "simt/compiled.hpp"

#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <numeric>

namespace warpscope::simt {
namespace {

/// A compiler and an architecture. Some functions use other instructions on newer GPUs.
struct Target {
    compile::CompilerChoice compiler;
    int optimization;
    const char *arch, *name;
};

class Library : public testing::TestWithParam<Target> {
protected:
    void SetUp() override {
        const auto program =
            compiled_kernels("library.cu", {GetParam().compiler, GetParam().optimization, "", GetParam().arch});
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
        machine = std::make_unique<Machine>(program);
    }
    std::unique_ptr<Machine> machine;
};

TEST_P(Library, FunctionsMatchHost) {
    const uint32_t out = machine->buffer("out", std::vector<double>(24));
    const auto outcome = machine->run("names", {{1, 1, 1}, {1, 1, 1}, 0}, machine->address(out));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const std::vector<double> expected{83,
                                       974,
                                       FLT_MAX,
                                       -DBL_MAX,
                                       INT_MIN,
                                       287,
                                       HUGE_VAL,
                                       SHRT_MAX,
                                       13.5,
                                       61,
                                       317.5,
                                       315,
                                       double{std::sqrt(2.0f) + 2.0f},
                                       std::sqrt(2.0) + 2,
                                       2.5,
                                       206.0 + INT_MAX + 0x1p64,
                                       7.5,
                                       131,
                                       4.25,
                                       17,
                                       211,
                                       3 + 100.0,
                                       5,
                                       std::asin(1.0) + std::lgamma(3.0f) + std::atan2(1.0, 1.0)};
    const auto got = machine->read<double>(out);
    for (size_t k = 0; k < expected.size(); ++k)
        if (got[k] != expected[k]) {
            EXPECT_NEAR(got[k], expected[k], std::abs(expected[k]) * 1e-7) << k;
        }
}

TEST_P(Library, AtomicsSupportScopesAndOrders) {
    const uint32_t to = machine->buffer("to", std::vector<int>{0, 1000, -1000, 8, 0}),
                   wide = machine->buffer("wide", std::vector<int64_t>{0, 0}),
                   real = machine->buffer("real", std::vector<float>{1}),
                   flags = machine->buffer("flags", std::vector<uint32_t>{1, 1, 0, 0});
    const auto outcome = machine->run("atomics", {{2, 1, 1}, {64, 1, 1}, 0}, machine->address(to),
                                      machine->address(wide), machine->address(real), machine->address(flags));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    uint32_t power = 1;
    for (int k = 0; k < 128; ++k) power *= 3;
    EXPECT_EQ(machine->read<int>(to), (std::vector<int>{127 * 64, 5 - 127, 27, ((1 << 20) - 1) & ~8, 0}));
    EXPECT_EQ(machine->read<int64_t>(wide), (std::vector<int64_t>{-127 * 64 * 10000000000ll, -(127ll << 40)}));
    EXPECT_EQ(machine->read<float>(real)[0], 65);
    EXPECT_EQ(machine->read<uint32_t>(flags), (std::vector<uint32_t>{power, 7, 1, 9}));
}

TEST_P(Library, FlagPublishesAValue) {
    const uint32_t value = machine->buffer("value", std::vector<int>{0}),
                   flag = machine->buffer("flag", std::vector<int>{0}),
                   out = machine->buffer("out", std::vector<int>{0});
    const auto outcome = machine->run("message", {{2, 1, 1}, {32, 1, 1}, 0}, machine->address(value),
                                      machine->address(flag), machine->address(out));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    EXPECT_EQ(machine->read<int>(out)[0], 42);
}

TEST_P(Library, StagedCopiesArrive) {
    std::vector<float> in(128);
    std::iota(in.begin(), in.end(), 1.0f);
    const uint32_t from = machine->buffer("in", in), out = machine->buffer("out", std::vector<float>(128));
    const auto outcome =
        machine->run("staged", {{1, 1, 1}, {32, 1, 1}, 0}, machine->address(from), machine->address(out));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto got = machine->read<float>(out);
    for (size_t k = 0; k < 128; ++k) {
        const size_t source = (31 - k / 4) * 4 + k % 4;
        ASSERT_EQ(got[k], source == 2 || source == 3 ? 0 : in[source]) << k;
    }
}

TEST_P(Library, ReductionsRespectTheirMask) {
    if (std::string(GetParam().arch) < "compute_80") GTEST_SKIP() << "GPUs before 8.0 have none";
    std::vector<int> in(32);
    for (int k = 0; k < 32; ++k) in[static_cast<size_t>(k)] = (k * 37 % 61 - 30) * 1234567;
    const uint32_t from = machine->buffer("in", in), out = machine->buffer("out", std::vector<int>(9 * 32));
    const auto outcome =
        machine->run("reduced", {{1, 1, 1}, {32, 1, 1}, 0}, machine->address(out), machine->address(from));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto got = machine->read<uint32_t>(out);
    for (size_t t = 0; t < 32; ++t) {
        std::vector<int> mine;
        for (size_t lane = t % 2; lane < 32; lane += 2) mine.push_back(in[lane]);
        const std::vector<uint32_t> raw(mine.begin(), mine.end());
        uint32_t sum = 0, all = ~0u, any = 0, odd = 0;
        for (const uint32_t v : raw) {
            sum += v;
            all &= v;
            any |= v;
            odd ^= v;
        }
        const std::vector<uint32_t> expected{sum,
                                             static_cast<uint32_t>(*std::min_element(mine.begin(), mine.end())),
                                             static_cast<uint32_t>(*std::max_element(mine.begin(), mine.end())),
                                             sum,
                                             *std::min_element(raw.begin(), raw.end()),
                                             *std::max_element(raw.begin(), raw.end()),
                                             all,
                                             any,
                                             odd};
        ASSERT_EQ(std::vector<uint32_t>(got.begin() + 9 * t, got.begin() + 9 * t + 9), expected) << t;
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, Library,
                         testing::Values(Target{compile::CompilerChoice::nvrtc, 3, "compute_75", "nvrtc_75"},
                                         Target{compile::CompilerChoice::nvrtc, 3, "compute_80", "nvrtc_80"},
                                         Target{compile::CompilerChoice::clang, 3, "compute_75", "clang_75"},
                                         Target{compile::CompilerChoice::clang, 3, "compute_80", "clang_80"},
                                         Target{compile::CompilerChoice::clang, 0, "compute_80",
                                                "clang_80_as_written"}),
                         [](const auto& target) { return target.param.name; });

} // namespace
} // namespace warpscope::simt
