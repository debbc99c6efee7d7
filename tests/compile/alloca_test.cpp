// Memory on the stack whose size is known only when the kernel runs, with each compiler.
#include "compile/emulated.hpp"

#include <gtest/gtest.h>

namespace warpscope::compile {
namespace {

class Alloca : public testing::TestWithParam<CompilerChoice> {};

TEST_P(Alloca, GivesEveryThreadAsMuchAsItAsksFor) {
    const auto program = emulated("alloca.cu", GetParam(), "compute_75");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    constexpr uint32_t threads = 64;
    std::vector<uint32_t> expected;
    for (uint32_t t = 0; t < threads; ++t) {
        uint32_t sum = 0;
        for (uint32_t round = 0; round < 5; ++round) {
            const uint32_t count = 1 + (t + round) % 7;
            sum += count * (count * (count - 1) / 2) + (count - 1) * count + round;
        }
        expected.push_back(sum);
    }
    EXPECT_EQ(words_of(program, "in_a_loop", threads), expected);
}

INSTANTIATE_TEST_SUITE_P(Ways, Alloca, testing::Values(CompilerChoice::nvrtc, CompilerChoice::clang));

} // namespace
} // namespace warpscope::compile
