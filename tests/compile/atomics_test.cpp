// <cuda/atomic> with every compiler: results, and memory orders in the PTX.
#include "compile/emulated.hpp"
#include "compile/tools.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace warpscope::compile {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Atomics : public testing::TestWithParam<CompilerChoice> {};

TEST_P(Atomics, MinimumAndMaximumHandleEachType) {
    const auto program = emulated("atomics.cu", GetParam(), "compute_80");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    for (const char* kernel : {"of_float", "of_double"})
        EXPECT_THAT(words_of(program, kernel, 8),
                    ElementsAre(static_cast<unsigned>(-9), 5, static_cast<unsigned>(-14), 0, 0, 0, 0, 0))
            << kernel;
    for (const char* kernel : {"of_int", "of_long"})
        EXPECT_THAT(words_of(program, kernel, 8),
                    ElementsAre(static_cast<unsigned>(-10), 4, static_cast<unsigned>(-14), 0, 0, 0, 0, 0))
            << kernel;
}

INSTANTIATE_TEST_SUITE_P(Ways, Atomics, testing::Values(CompilerChoice::nvrtc, CompilerChoice::clang));

/// Returns the PTX of a compare_exchange_strong with these orders; empty without the toolkit's headers.
std::string exchange_ordered(const Tool& tool, const std::string& success, const std::string& failure) {
    CompileRequest request =
        request_for(fmt::format("#include <cuda/atomic>\n__global__ void k(int* a, int* out) {{\n"
                                "    cuda::atomic_ref<int, cuda::thread_scope_device> v(*a);\n    int expected = 5;\n"
                                "    out[0] = v.compare_exchange_strong(expected, 6, cuda::memory_order_{}, "
                                "cuda::memory_order_{}) + expected;\n}}\n",
                                success, failure));
    request.arch = "compute_80";
    const auto result = tool.compile(request);
    if (result) return result->ptx;
    EXPECT_THAT(result.error().text(), HasSubstr("cannot open source file")) << tool.name;
    return {};
}

TEST_F(EachCompiler, FailedExchangeKeepsRequestedOrder) {
    for (const Tool& tool : tools()) {
        const std::string both = exchange_ordered(tool, "release", "acquire");
        if (both.empty()) continue;
        EXPECT_THAT(both, HasSubstr("acq_rel")) << tool.name;
    }
    if (tools().back().name.starts_with("NVRTC")) return;
    const auto ours = [](const char* success, const char* failure) {
        return exchange_ordered(tools().back(), success, failure);
    };
    EXPECT_THAT(ours("release", "relaxed"), HasSubstr("atom.release"));
    EXPECT_THAT(ours("relaxed", "acquire"), HasSubstr("atom.acquire"));
    EXPECT_THAT(ours("release", "seq_cst"), HasSubstr("fence.sc"));
    EXPECT_THAT(ours("acq_rel", "acquire"), HasSubstr("atom.acq_rel"));
    EXPECT_THAT(ours("relaxed", "relaxed"), HasSubstr("atom.relaxed"));
}

TEST_F(EachCompiler, FloatAtomicsRejectBitOperations) {
    for (const Tool& tool : tools())
        EXPECT_FALSE(tool.compile(request_for("#include <cuda/atomic>\n__global__ void k(float* a) {\n"
                                              "    cuda::atomic_ref<float>(*a).fetch_or(1.0f);\n}\n")))
            << tool.name;
}

} // namespace
} // namespace warpscope::compile
