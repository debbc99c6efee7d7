#include "compile/tools.hpp"

#include <gmock/gmock.h>

namespace warpscope::compile {
namespace {

using ::testing::HasSubstr;

TEST(Clang, NewerArchitectureIsLowered) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_999";
    const auto result = (*clang)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("does not know compute_999; compiled for compute_"));
    // The error repeats the warning, because the kernel may need the newer architecture.
    request.source = "nonsense";
    const auto failed = (*clang)->compile(request);
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().text(), HasSubstr("does not know compute_999"));
}

TEST(Clang, UnknownArchitectureIsLowered) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_74"; // does not exist
    const auto result = (*clang)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("does not know compute_74; compiled for compute_72"));
    EXPECT_THAT(result->ptx, HasSubstr(".target sm_72"));
}

TEST(Clang, MissingFeaturesAreNamed) {
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

TEST(Clang, AlignasMayFollowShared) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    const std::string kernel =
        "template<class T> struct Both { alignas(sizeof(T) * 2) T a; alignas(T) char b[8]; };\n"
        "struct alignas(32) Wide { int v; };\n"
        "__device__ alignas(64) int table[4] = {1, 2, 3, 4};\n"
        "template<int n> __device__ int part(int i) {\n"
        "    __shared__ alignas(n) char part_memory[64];\n"
        "    part_memory[i] = 1;\n"
        "    return part_memory[i / 2];\n"
        "}\n"
        "__global__ void k(int* a) {\n"
        "    __shared__ alignas(16) char numbers[64];\n"
        "    alignas(double) __shared__ char types[64];\n"
        "    __shared__ alignas(32) Both<short> objects[2];\n"
        "    static_assert(alignof(Both<short>) == 4 && sizeof(Wide) == 32, \"\");\n"
        "    numbers[a[0]] = types[a[1]] = 1;\n"
        "    objects[a[4]].a = 7;\n"
        "    a[0] = numbers[a[2]] + types[a[3]] + objects[a[5]].a + part<128>(a[6]) + table[a[7]];\n"
        "}\n";
    const auto result = (*clang)->compile(request_for(kernel));
    ASSERT_TRUE(result) << result.error().text();
    for (const char* variable :
         {"\\.align 16 \\.b8 \\w*numbers", "\\.align 8 \\.b8 \\w*types", "\\.align 32 \\.b8 \\w*objects",
          "\\.align 128 \\.b8 \\w*part_memory", "\\.align 64 \\.b8 table"})
        EXPECT_THAT(result->ptx, ::testing::ContainsRegex(variable));
    const auto compared = (*clang)->compile(
        request_for("constexpr int n = 5;\n"
                    "__global__ void k(int* a) { __shared__ alignas(n > 4 ? 16 : 8) int v; a[0] = v; }\n"));
    ASSERT_FALSE(compared);
    EXPECT_THAT(compared.error().text(), HasSubstr("alignas before __shared__"));
}

TEST(Clang, AsmRegistersMayHaveOnePercent) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    const std::string kernel = "#define READ(to, name) asm volatile(\"mov.u32 %0, %\" #name \";\" : \"=r\"(to))\n"
                               "__global__ void k(unsigned* a) {\n"
                               "    unsigned long long time;\n"
                               "    asm(\"mov.u64 %0, %globaltimer;\" : \"=l\"(time));\n"
                               "    unsigned x, y;\n"
                               "    READ(x, smid);\n"
                               "    asm volatile(\"{ .reg .u32 t; mov.u32 t, %tid.x;\\n\\t add.u32 %0, t, %laneid; \"\n"
                               "                 \"add.u32 %0, %0, %%ntid.x; }\" : \"=r\"(y));\n"
                               "    a[0] = x + y + time % x;\n"
                               "}\n";
    const auto result = (*clang)->compile(request_for(kernel));
    ASSERT_TRUE(result) << result.error().text();
    for (const char* text : {" %globaltimer;", " %smid;", " %tid.x;", " %laneid;", " %ntid.x;"})
        EXPECT_THAT(result->ptx, HasSubstr(text));
    EXPECT_THAT(lines_of(result->ptx, "lessons/k.cu"), ::testing::IsSupersetOf({4u, 6u, 7u, 9u}));
    const auto wrong = (*clang)->compile(request_for(kernel + "int missing = nothing;\n"));
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message.english(), testing::StartsWith("use of undeclared identifier 'nothing'"));
    EXPECT_EQ(wrong.error().where.line, 11u);
}

} // namespace
} // namespace warpscope::compile
