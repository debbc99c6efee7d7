// Programs with one thing wrong each, and what is found: its kind, its line and words of the message.
#include <gtest/gtest.h>

#include "program/run_program.hpp"

namespace warpscope {
namespace {

struct Wrong {
    const char* file;
    const char* kind;
    int line;
    const char* words;
    int status = 1;
};

class HostErrors : public testing::TestWithParam<std::tuple<Wrong, const char*>> {
    void SetUp() override {
        if (!can_build_programs(std::get<1>(GetParam()))) GTEST_SKIP() << "no compiler for programs with main()";
    }
};

TEST_P(HostErrors, AreFoundAtTheirLine) {
    const auto& [wrong, compiler] = GetParam();
    const ProgramRun run =
        run_program(std::string("errors/") + wrong.file + ".cu", true, {}, {}, {"--compiler", compiler});
    EXPECT_EQ(run.status, wrong.status) << run.errors;
    const nlohmann::json finding = only_finding(run, wrong.kind);
    ASSERT_TRUE(finding.is_object()) << run.report;
    EXPECT_EQ(finding["line"], wrong.line);
    EXPECT_NE(finding["file"].get<std::string>().find(wrong.file), std::string::npos);
    EXPECT_NE(finding["message"].get<std::string>().find(wrong.words), std::string::npos) << finding["message"];
}

const auto wrong_title = [](const testing::TestParamInfo<std::tuple<Wrong, const char*>>& test) {
    const std::string compiler = std::get<1>(test.param);
    const auto& wrong = std::get<0>(test.param);
    const std::string file = wrong.file, kind = wrong.kind;
    return file + (file == kind ? "" : "_" + kind) + (compiler == "nvrtc" ? "_nvcc" : "_clang");
};

INSTANTIATE_TEST_SUITE_P(
    Kinds, HostErrors,
    testing::Combine(testing::Values(Wrong{"unchecked_call", "unchecked_error", 4,
                                           "cudaMalloc failed with cudaErrorMemoryAllocation"},
                                     Wrong{"unchecked_launch", "invalid_launch", 6, "2000 threads"},
                                     Wrong{"unchecked_launch", "unchecked_error", 6,
                                           "cudaLaunchKernel failed with cudaErrorInvalidValue"},
                                     Wrong{"unsupported_call", "unsupported_call", 4, "cudaGraphCreate"},
                                     Wrong{"copy_direction", "copy_direction", 5, "its destination is host memory"},
                                     Wrong{"copy_size", "copy_size", 5, "192 bytes over the end of 'device' of line 4"},
                                     Wrong{"host_pointer", "host_pointer", 3, "memory of the host"},
                                     Wrong{"leak", "leak", 5, "'kept' of line 5", 0},
                                     Wrong{"double_free", "double_free", 6, "'p'"},
                                     Wrong{"use_after_free", "use_after_free", 2, "'p' of line 5"},
                                     Wrong{"device_pointer_on_host", "device_pointer_on_host", 7, "'p' of line 4"},
                                     Wrong{"out_of_bounds", "out_of_bounds", 4, "just past the end of 'out'"},
                                     Wrong{"race", "race_global", 2, "races with a store"},
                                     Wrong{"unwritten_read", "uninitialised_read", 2, "'in' of line 5"}),
                     testing::Values("nvrtc", "clang")),
    wrong_title);
TEST(HostErrorsTwin, AProgramWithoutAnyHasNoFindings) {
    if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    const ProgramRun run = run_program("errors/clean.cu", true);
    EXPECT_EQ(run.status, 0) << run.errors;
    ASSERT_TRUE(run.report.is_object());
    EXPECT_EQ(run.report["program"]["findings"].size(), 0u) << run.report["program"]["findings"];
    EXPECT_EQ(run.output, "cudaSuccess\n62\n");
}

} // namespace
} // namespace warpscope
