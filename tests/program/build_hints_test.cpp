#include <gtest/gtest.h>

#include "program/build_hints.hpp"
#include "program/run_program.hpp"

namespace warpscope {
namespace {

TEST(BuildHints, ThrustNeedsNvcc) {
    const std::string hint =
        program::hint_for_build("sort.cu:3:10: fatal error: 'thrust/sort.h' file not found\n").english();
    EXPECT_NE(hint.find("nvcc"), std::string::npos) << hint;
    EXPECT_EQ(hint.find("--compiler"), std::string::npos) << hint;
}

TEST(BuildHints, FailureOfBothNamesBothErrors) {
    if (!can_build_programs("nvrtc") || !can_build_programs("clang")) GTEST_SKIP() << "needs nvcc and clang";
    const ProgramRun run = run_program("errors/removed_and_unknown.cu", false);
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_EQ(run.errors.find("--compiler clang"), std::string::npos) << run.errors;
    if (run.errors.find("CUDA 13 removed this") == std::string::npos) GTEST_SKIP() << "nvcc is older than 13";
    EXPECT_NE(run.errors.find("fails too"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("removed_and_unknown.cu:5:5"), std::string::npos) << run.errors;
}

} // namespace
} // namespace warpscope
