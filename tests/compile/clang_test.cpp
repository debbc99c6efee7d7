// clang alone: architectures it does not know, and what it refuses.
#include "compile/tools.hpp"

#include <gmock/gmock.h>

namespace warpscope::compile {
namespace {

using ::testing::HasSubstr;

TEST(Clang, AnArchitectureItDoesNotKnowYetIsLowered) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_999";
    const auto result = (*clang)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("does not know compute_999; compiled for compute_"));
    // A kernel that does not compile may want what the older architecture lacks.
    request.source = "nonsense";
    const auto failed = (*clang)->compile(request);
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().text(), HasSubstr("does not know compute_999"));
}

TEST(Clang, AnArchitectureBetweenThoseItKnowsIsLowered) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_74"; // there is none
    const auto result = (*clang)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("does not know compute_74; compiled for compute_72"));
    EXPECT_THAT(result->ptx, HasSubstr(".target sm_72"));
}

TEST(Clang, WhatGpusOrClangLackIsNamed) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    const auto message_of = [&](const std::string& body) {
        const auto result = (*clang)->compile(request_for("__global__ void k(int* a) { " + body + " }\n"));
        return result ? std::string() : result.error().text();
    };
    EXPECT_THAT(message_of("a[0] = __reduce_add_sync(~0u, a[1]);"), HasSubstr("compute_80"));
    const auto clusters =
        (*clang)->compile(request_for("__global__ void __cluster_dims__(2, 1, 1) k(int* a) { a[0] = 1; }\n"));
    ASSERT_FALSE(clusters);
    EXPECT_THAT(clusters.error().text(), HasSubstr("clusters"));
    EXPECT_EQ(message_of("} __global__ void __launch_bounds__(64, 2, 1) three(int* a) { a[0] = 1;"), "");
}

} // namespace
} // namespace warpscope::compile
