// Barriers, semaphores, latches, pipelines and asynchronous copies of <cuda/...>, with the toolkit's headers and ours.
#include "compile/emulated.hpp"

namespace warpscope::compile {
namespace {

struct CompilerConfig {
    std::string arch;
    CompilerChoice compiler;
};

class Barriers : public testing::TestWithParam<CompilerConfig> {};

// Expected results are the same for both architectures, although only 8.0 has mbarriers and asynchronous copies.
TEST_P(Barriers, ThreadsWaitUntilAllArrive) {
    const auto& [arch, compiler] = GetParam();
    const auto program = emulated("barriers.cu", compiler, arch);
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    compare_with_recorded(program, compiler, "barriers", [](const std::string&) { return 128u; });
}

INSTANTIATE_TEST_SUITE_P(Compilers, Barriers,
                         testing::Values(CompilerConfig{"compute_75", CompilerChoice::nvrtc},
                                         CompilerConfig{"compute_75", CompilerChoice::clang},
                                         CompilerConfig{"compute_80", CompilerChoice::nvrtc},
                                         CompilerConfig{"compute_80", CompilerChoice::clang}),
                         [](const auto& info) {
                             const bool nvrtc = info.param.compiler == CompilerChoice::nvrtc;
                             return info.param.arch + (nvrtc ? "_nvrtc" : "_clang");
                         });

} // namespace
} // namespace warpscope::compile
