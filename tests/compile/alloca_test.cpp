// Stack memory of run-time size, with each compiler.
#include "compile/emulated.hpp"
#include "compile/tools.hpp"

namespace warpscope::compile {
namespace {

class Alloca : public testing::TestWithParam<std::tuple<CompilerChoice, int>> {
protected:
    static std::shared_ptr<const simt::Program> compiled() {
        const auto [compiler, optimization] = GetParam();
        return emulated("alloca.cu", compiler, "compute_75", {}, optimization);
    }
};

TEST_P(Alloca, EveryThreadGetsRequestedMemory) {
    const auto program = compiled();
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

TEST_P(Alloca, ReturnReleasesMemory) {
    const auto program = compiled();
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    constexpr uint32_t threads = 64;
    const auto scratch = [](uint32_t count) { return count * (count + 1) / 2; };
    std::vector<uint32_t> expected(threads);
    for (uint32_t t = 0; t < threads; ++t)
        for (uint32_t round = 0; round < 50; ++round)
            expected[t] += scratch(1 + (t + round) % 3) + 2 * scratch(1 + round % 3);
    EXPECT_EQ(words_of(program, "called_in_a_loop", threads), expected);
}

INSTANTIATE_TEST_SUITE_P(Ways, Alloca,
                         testing::Combine(testing::Values(CompilerChoice::nvrtc, CompilerChoice::clang),
                                          testing::Values(0, 1, 3)));

TEST_F(EachCompiler, AllocaNameCanBeReused) {
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_for(
            "extern \"C\" __device__ void* alloca(size_t);\n"
            "struct Pool { int used; __device__ int alloca(int a, int b) { return used += a + b; } };\n"
            "namespace my { __device__ int alloca(int n) { return n; } }\n"
            "__global__ void k(int* a) { Pool p{1}; *(int*)alloca(a[1]) = p.alloca(2, a[2]) + my::alloca(a[3]); }\n"));
        ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
        EXPECT_NE(result->ptx.find("alloca.u64 taken"), std::string::npos) << tool.name;
    }
}

TEST_F(EachCompiler, AllocaDisablesInliningOnce) {
    const std::string plain =
        "__device__ int f(int v) { return 3 * v; }\n__global__ void k(int* a) { a[0] = f(a[1]); }\n";
    for (const Tool& tool : tools()) {
        const auto before = tool.compile(request_for(plain));
        const auto with = tool.compile(request_for("__device__ int f(int v) { return *(int*)alloca(v) = 3 * v; }\n"
                                                   "__global__ void k(int* a) { a[0] = f(a[1]); }\n"));
        const auto after = tool.compile(request_for(plain));
        ASSERT_TRUE(before && with && after) << tool.name;
        EXPECT_EQ(before->ptx, after->ptx) << tool.name;
        EXPECT_EQ(after->ptx.find("call"), std::string::npos) << tool.name;
        EXPECT_NE(with->ptx.find("call"), std::string::npos) << tool.name;
    }
}

} // namespace
} // namespace warpscope::compile
