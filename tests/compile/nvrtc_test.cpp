#include "compile/tools.hpp"

#include <gmock/gmock.h>

#include "compile/nvrtc/headers.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::compile {
namespace {

using ::testing::HasSubstr;

TEST(Nvrtc, OlderArchitectureIsRaised) {
    const auto nvrtc = Nvrtc::load(std::nullopt);
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_10";
    const auto result = (*nvrtc)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("compute_10"));
}

TEST(Nvrtc, NewerArchitectureIsLowered) {
    const auto nvrtc = Nvrtc::load(std::nullopt);
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_990";
    const auto result = (*nvrtc)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("does not know compute_990"));
}

TEST(Nvrtc, IdentityIncludesToolkitHeaders) {
    const ScratchFolder folder;
    const NvrtcHeaders without(""), bare(folder.path().string());
    EXPECT_NE(without.identity(), bare.identity());
    folder.write("cooperative_groups.h", "");
    EXPECT_NE(NvrtcHeaders(folder.path().string()).identity(), bare.identity());
    EXPECT_EQ(NvrtcHeaders("").identity(), without.identity());
}

TEST(Nvrtc, ConstexprFunctionsNeedNoDevice) {
    const auto nvrtc = Nvrtc::load(std::nullopt);
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().message;
    const std::string kernel = "constexpr int twice(int v) { return 2 * v; }\n"
                               "extern \"C\" __global__ void k(int* out, const int* in) {\n"
                               "    auto more = [](auto v) { return v + 1; };\n"
                               "    unsigned __int128 wide = static_cast<unsigned __int128>(in[0]) * 1000000007u;\n"
                               "    out[0] = more(twice(in[1])) + static_cast<int>(wide % 97u);\n}\n";
    const auto result = (*nvrtc)->compile(request_for(kernel));
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("without __device__"));
    const auto program = (*nvrtc)->compile(request_for(kernel + "int main() {\n    return rand();\n}\n"));
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error().hint, HasSubstr("must be declared"));
    const auto plain = (*nvrtc)->compile(request_for("__global__ void k(int* out) { out[0] = 1; }"));
    ASSERT_TRUE(plain);
    EXPECT_TRUE(plain->warnings.empty());
}

TEST(Nvrtc, ErrorsOmitToolkitHeaders) {
    const auto nvrtc = Nvrtc::load(std::nullopt);
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().message;
    const auto result =
        (*nvrtc)->compile(request_for("#include <cuda/atomic>\n__global__ void k(int* a) { a[0] = nothing; }\n"));
    ASSERT_FALSE(result);
    if (result.error().message.english().find("cannot open source file") != std::string::npos)
        GTEST_SKIP() << "NVRTC has no toolkit headers";
    EXPECT_THAT(result.error().message, HasSubstr("\"nothing\" is undefined"));
    EXPECT_THAT(result.error().message, HasSubstr("1 error detected"));
    EXPECT_THAT(result.error().message, ::testing::Not(HasSubstr("redefinition")));
    EXPECT_THAT(result.error().message, ::testing::Not(HasSubstr("Remark")));
}

} // namespace
} // namespace warpscope::compile
