// Headers that kernels include: the library's, the toolkit's and the kernel's own.
#include "compile/tools.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "input/scratch_folder.hpp"

namespace warpscope::compile {
namespace {

using namespace std::string_view_literals;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

TEST_F(EachCompiler, TextbookHeadersCompile) {
    std::string source;
    for (const char* header : {"cuda_runtime.h",
                               "cuda.h",
                               "device_launch_parameters.h",
                               "stdio.h",
                               "stdlib.h",
                               "string.h",
                               "math.h",
                               "stdint.h",
                               "limits.h",
                               "float.h",
                               "assert.h",
                               "cmath",
                               "cstdio",
                               "cstdint",
                               "cooperative_groups.h",
                               "cooperative_groups/reduce.h",
                               "cooperative_groups/scan.h",
                               "cooperative_groups/memcpy_async.h",
                               "helper_cuda.h",
                               "iostream",
                               "vector",
                               "chrono",
                               "vector_types.h"})
        source += fmt::format("#include <{}>\n", header);
    source += "namespace cg = cooperative_groups;\n"
              "__global__ void k(float* a, uint8_t* b, int n) {\n"
              "    cg::thread_block block = cg::this_thread_block();\n"
              "    auto warp = cg::tiled_partition<32>(block);\n"
              "    assert(n < INT_MAX);\n"
              "    a[block.thread_rank()] = warp.shfl_down(a[0], 1) * M_PI + FLT_MAX + INFINITY;\n"
              "    block.sync();\n"
              "    if (a[0] > 1) printf(\"%f %d\\n\", a[0], b[0]);\n"
              "}\n";
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_for(source));
        ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
        EXPECT_THAT(result->ptx, HasSubstr("vprintf"));
        EXPECT_THAT(result->ptx, HasSubstr("__assertfail"));
    }
}

/// A macro such as -D N=64 on the command line is defined before any header.
TEST_F(EachCompiler, HeadersTolerateOneLetterMacros) {
    std::string source;
    for (const char* header : {"cooperative_groups.h", "cooperative_groups/reduce.h", "cuda_fp16.h", "cuda_bf16.h",
                               "mma.h", "cuda/atomic", "cuda/barrier", "cuda/pipeline", "cstdint", "type_traits"})
        source += fmt::format("#include <{}>\n", header);
    source += "__global__ void k(float* a) {\n"
              "    auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());\n"
              "    a[threadIdx.x] = N + __half2float(__float2half(a[0])) +\n"
              "        cooperative_groups::reduce(warp, a[1], cooperative_groups::plus<float>());\n"
              "}\n";
    for (const Tool& tool : tools()) {
        CompileRequest request = request_for(source);
        request.arch = "compute_80";
        for (const char name : "ABCDEHMNPRU"sv) // NVRTC's own text uses T
            request.defines.emplace_back(std::string(1, name), "64");
        const auto result = tool.compile(request);
        EXPECT_TRUE(result) << tool.name << ": " << result.error().text();
    }
}

TEST_F(EachCompiler, ToolkitHeadersAddNoWarnings) {
    for (const Tool& tool : tools()) {
        const auto result =
            tool.compile(request_for("#include <cooperative_groups.h>\n"
                                     "#include <climits>\n"
                                     "#include <stdint.h>\n"
                                     "namespace cg = cooperative_groups;\n"
                                     "__global__ void k(int* a) {\n"
                                     "    auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
                                     "    a[threadIdx.x] = warp.shfl_down(a[0], 1) + INT32_MAX;\n"
                                     "}\n"));
        ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
        EXPECT_THAT(result->warnings, ::testing::IsEmpty()) << tool.name;
        EXPECT_THAT(lines_of(result->ptx, "lessons/k.cu"), IsSupersetOf({7u})) << tool.name;
        const size_t shuffle = result->ptx.find("shfl.sync.down"), place = result->ptx.rfind(".loc", shuffle);
        ASSERT_NE(shuffle, std::string::npos) << tool.name;
        EXPECT_THAT(result->ptx.substr(place, 12), ::testing::MatchesRegex("\\.loc\\s1 7 .*")) << tool.name;
    }
}

TEST_F(EachCompiler, NumericLimitsNeedNoHeader) {
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_for(
            "static_assert(CHAR_BIT == 8 && SHRT_MAX == 32767 && INT_MIN + INT_MAX == -1 && UINT_MAX == ~0u, \"\");\n"
            "static_assert(LONG_MAX == ~LONG_MIN && LLONG_MAX == ~LLONG_MIN && ULLONG_MAX == ~0ull, \"\");\n"
            "__constant__ float ends[] = {-INFINITY, NAN, HUGE_VALF, M_PI};\n"
            "constexpr float least = -INFINITY;\n"
            "__global__ void k(float* a) { a[0] = ends[threadIdx.x] + least; }\n"));
        ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
        EXPECT_THAT(result->ptx, HasSubstr("{0, 0, 128, 255, 0, 0, 192, 127, 0, 0, 128, 127, 219, 15, 73, 64}"));
        EXPECT_EQ(result->ptx.find("FLT_"), std::string::npos) << result->ptx;
    }
}

TEST_F(EachCompiler, KernelMayDefineFloatLimits) {
    const std::string kernel = "__global__ void k(float* a) { a[0] = a[1] < FLT_MAX ? 1 + FLT_EPSILON : DBL_MAX; }\n";
    for (const Tool& tool : tools()) {
        const auto own = tool.compile(request_for("#define FLT_MAX 3e38f\n#define FLT_EPSILON 1e-7f\n"
                                                  "#define DBL_MAX 1e300\n" +
                                                  kernel));
        ASSERT_TRUE(own) << tool.name << ": " << own.error().text();
        EXPECT_THAT(own->warnings, ::testing::IsEmpty()) << tool.name;
        const auto of_header = tool.compile(request_for("#include <cfloat>\n" + kernel));
        ASSERT_TRUE(of_header) << tool.name << ": " << of_header.error().text();
    }
    if (const auto clang = Clang::find(std::nullopt)) {
        const auto without = (*clang)->compile(request_for(kernel));
        EXPECT_TRUE(without) << without.error().text();
    }
}

TEST_F(EachCompiler, FindsHeadersBesideTheKernel) {
    const ScratchFolder folder;
    folder.write("helper.cuh", "__device__ int twice(int v) { return 2 * v; }\n");
    for (const Tool& tool : tools()) {
        const auto result =
            tool.compile(request_for("#include \"helper.cuh\"\n__global__ void k(int* a) { a[0] = twice(a[1]); }\n",
                                     (folder.path() / "k.cu").string()));
        EXPECT_TRUE(result) << tool.name << ": " << (result ? "" : result.error().text());
    }
}

TEST_F(EachCompiler, FindsHeadersInIncludeFolders) {
    const ScratchFolder folder;
    folder.write("include/sub/a.cuh", "#include \"common.cuh\"\n");
    folder.write("include/common.cuh", "__device__ __noinline__ int twice(int v) {\n    return 2 * v;\n}\n");
    CompileRequest request =
        request_for("#include \"sub/a.cuh\"\n__global__ void k(int* a) { a[0] = twice(a[1]); }\n", "k.cu");
    request.folder = folder.path() / "include";
    for (const Tool& tool : tools()) {
        auto result = tool.compile(request);
        ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
        EXPECT_THAT(result->ptx, HasSubstr("\"common.cuh\"")) << tool.name;
        EXPECT_THAT(lines_of(result->ptx, "k.cu"), IsSupersetOf({2u})) << tool.name;
        EXPECT_THAT(lines_of(result->ptx, "common.cuh"), IsSupersetOf({2u})) << tool.name;
        CompileRequest broken = request;
        broken.source += "int missing = nothing;\n";
        result = tool.compile(broken);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().where.file, "k.cu") << tool.name;
        EXPECT_EQ(result.error().message.english().find(folder.path().string()), std::string::npos)
            << result.error().message;
    }
}

TEST_F(EachCompiler, UserHeaderOverridesPrelude) {
    const ScratchFolder folder;
    for (const char* name : {"helper_functions.h", "sub/vector", "time.h", "math.h"})
        folder.write(name, std::string("#define MINE ") + "1234567\n");
    for (const char* name : {"helper_functions.h", "time.h", "math.h"})
        for (const Tool& tool : tools()) {
            const auto result =
                tool.compile(request_for(fmt::format("#include \"{}\"\n#include <vector>\n__global__ void k(int* a) {{ "
                                                     "a[0] = MINE; }}\n",
                                                     name),
                                         (folder.path() / "k.cu").string()));
            ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
            EXPECT_THAT(result->ptx, HasSubstr("1234567")) << tool.name;
        }
    folder.write("sub/a.cuh", "#include \"vector\"\n");
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_for(
            "#include \"sub/a.cuh\"\n__global__ void k(int* a) { a[0] = MINE; }\n", (folder.path() / "k.cu").string()));
        ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
    }
}

} // namespace
} // namespace warpscope::compile
