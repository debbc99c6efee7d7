// The prelude's C++ library with every compiler, compared with the real library.
#include "compile/emulated.hpp"

#include <map>

#define FOR_THE_PROCESSOR
#include "compile/kernels/standard.cu"

namespace warpscope::compile {
namespace {

class StandardLibrary : public testing::TestWithParam<CompilerChoice> {};

TEST_P(StandardLibrary, MatchesHostLibrary) {
    const auto program = emulated("standard.cu", GetParam(), "compute_75");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    const std::map<std::string, unsigned (*)(unsigned)> functions{
        {"lists", on_processor::lists},         {"extremes", on_processor::extremes},
        {"pairs", on_processor::pairs},         {"arrays", on_processor::arrays},
        {"tuples", on_processor::tuples},       {"moves", on_processor::moves},
        {"functions", on_processor::functions}, {"places", on_processor::places},
        {"sequences", on_processor::sequences}, {"limits", on_processor::limits},
        {"numbers", on_processor::numbers},     {"traits", on_processor::traits}};
    EXPECT_EQ(program->kernel_names().size(), functions.size());
    for (const auto& [name, function] : functions) {
        const auto words = words_of(program, name, 12);
        for (uint32_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], function(i)) << name << " of " << i;
    }
}

TEST_P(StandardLibrary, CudaStdMatchesToolkit) {
    const auto program = emulated("cuda_std.cu", GetParam(), "compute_75");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    compare_with_recorded(program, GetParam(), "cuda_std", [](const std::string&) { return 128u; });
}

TEST_P(StandardLibrary, CudaStdExtrasMatchToolkit) {
    const auto program = emulated("cuda_more.cu", GetParam(), "compute_75");
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    compare_with_recorded(program, GetParam(), "cuda_more", [](const std::string&) { return 128u; });
}

INSTANTIATE_TEST_SUITE_P(Compilers, StandardLibrary, testing::Values(CompilerChoice::nvrtc, CompilerChoice::clang),
                         [](const auto& info) { return info.param == CompilerChoice::nvrtc ? "nvrtc" : "clang"; });

} // namespace
} // namespace warpscope::compile
