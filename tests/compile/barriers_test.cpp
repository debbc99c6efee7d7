// Barriers, semaphores, latches, pipelines and asynchronous copies of <cuda/...>, with the toolkit's headers and ours.
#include "compile/emulated.hpp"

namespace warpscope::compile {
namespace {

struct Way {
    std::string arch;
    CompilerChoice compiler;
};

class Barriers : public testing::TestWithParam<Way> {};

// Expected results are the same for both architectures, although only 8.0 has mbarriers and asynchronous copies.
TEST_P(Barriers, ThreadsWaitUntilAllArrive) {
    const auto& [arch, compiler] = GetParam();
    const auto program = emulated("barriers.cu", compiler, arch);
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    compare_with_recorded(program, compiler, "barriers", [](const std::string&) { return 128u; });
}

INSTANTIATE_TEST_SUITE_P(Ways, Barriers,
                         testing::Values(Way{"compute_75", CompilerChoice::nvrtc},
                                         Way{"compute_75", CompilerChoice::clang},
                                         Way{"compute_80", CompilerChoice::nvrtc},
                                         Way{"compute_80", CompilerChoice::clang}),
                         [](const auto& info) {
                             const bool nvrtc = info.param.compiler == CompilerChoice::nvrtc;
                             return info.param.arch + (nvrtc ? "_nvrtc" : "_clang");
                         });

} // namespace
} // namespace warpscope::compile
