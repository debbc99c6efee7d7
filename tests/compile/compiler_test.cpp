#include "compile/compiler.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "compile/clang.hpp"
#include "compile/nvrtc.hpp"
#include "compile/nvrtc_headers.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::compile {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Pair;

/// The compilers of this machine, without the cache.
struct Tool {
    std::string name;
    std::function<Result<CompileResult>(const CompileRequest&)> compile;
};

const std::vector<Tool>& tools() {
    static const std::vector<Tool> found = [] {
        std::vector<Tool> all;
        static const auto nvrtc = Nvrtc::load(std::nullopt);
        static const auto clang = Clang::find(std::nullopt);
        if (nvrtc) all.push_back({(*nvrtc)->name(), [](const CompileRequest& r) { return (*nvrtc)->compile(r); }});
        if (clang) all.push_back({(*clang)->name(), [](const CompileRequest& r) { return (*clang)->compile(r); }});
        return all;
    }();
    return found;
}

class EachCompiler : public ::testing::Test {
protected:
    void SetUp() override {
        if (tools().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

CompileRequest request_for(std::string source, std::string file = "lessons/k.cu") {
    CompileRequest request;
    request.file = std::move(file);
    request.source = std::move(source);
    return request;
}

/// Lines of `file` that .loc directives name.
std::set<uint32_t> lines_of(const std::string& ptx, const std::string& file) {
    std::map<std::string, std::string> files;
    std::set<std::pair<std::string, uint32_t>> places;
    std::istringstream stream(ptx);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string directive, number, rest;
        words >> directive >> number;
        if (directive == ".file") {
            const size_t open = line.find('"');
            files[number] = line.substr(open + 1, line.find('"', open + 1) - open - 1);
        }
        uint32_t at = 0;
        if (directive == ".loc" && words >> at) places.emplace(number, at);
    }
    std::set<uint32_t> lines;
    for (const auto& [number, line] : places)
        if (files[number] == file) lines.insert(line);
    return lines;
}

constexpr const char* small_kernel = "__global__ void scale(float* a, int n) {\n"
                                     "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                     "\n"
                                     "    if (i < n)\n"
                                     "        a[i] = 2.0f * a[i];\n"
                                     "}\n";

TEST_F(EachCompiler, LinesAndFileReadAsGivenAtEveryLevel) {
    for (const Tool& tool : tools())
        for (const char* file : {"k.cu", "my lessons/k.cu", "/absolute/k.cu", "../up/k.cu"})
            for (int level = 0; level <= 3; ++level) {
                CompileRequest request = request_for(small_kernel, file);
                request.optimisation = level;
                const auto result = tool.compile(request);
                ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
                EXPECT_THAT(lines_of(result->ptx, file), IsSupersetOf({2u, 4u, 5u}))
                    << tool.name << " -O" << level << " " << file << "\n"
                    << result->ptx;
                EXPECT_THAT(result->ptx, HasSubstr(".target sm_75"));
                EXPECT_EQ(result->compiler_name, tool.name);
            }
}

TEST_F(EachCompiler, NothingButTheKernelsFileIsNamed) {
    for (const Tool& tool : tools()) {
        const auto result =
            tool.compile(request_for("__global__ void k(float* a, int* n) {\n"
                                     "    __shared__ float t[32];\n"
                                     "    t[threadIdx.x] = sinf(a[threadIdx.x]);\n"
                                     "    __syncthreads();\n"
                                     "    atomicAdd(n, __popc(threadIdx.x));\n"
                                     "    a[threadIdx.x] = __shfl_down_sync(0xffffffff, t[0], 1) + fmaxf(t[1], 2.0f);\n"
                                     "}\n"));
        ASSERT_TRUE(result) << result.error().text();
        EXPECT_EQ(result->ptx.find("warpscope_cuda"), std::string::npos) << tool.name;
        EXPECT_EQ(result->ptx.find("ws_math.h"), std::string::npos) << tool.name;
        EXPECT_THAT(lines_of(result->ptx, "lessons/k.cu"), IsSupersetOf({3u, 4u, 5u, 6u})) << tool.name;
    }
}

TEST_F(EachCompiler, ErrorsNameFileLineAndColumn) {
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_for("__global__ void k(int* out) {\n    out[0] = missing;\n}\n"));
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, ErrorKind::failed);
        EXPECT_EQ(result.error().where, (SourceLocation{"lessons/k.cu", 2, 14})) << tool.name << "\n"
                                                                                 << result.error().message;
        EXPECT_THAT(result.error().message, HasSubstr("missing"));
        EXPECT_THAT(result.error().message, HasSubstr("\n")); // the log follows
        EXPECT_EQ(result.error().message.find("/tmp"), std::string::npos) << result.error().message;
    }
}

TEST_F(EachCompiler, MissingHeadersAndBrokenTextAreErrorsNotCrashes) {
    for (const Tool& tool : tools())
        for (const char* source : {"#include <no_such_header.h>\n", "__global__ void k(", "}}}}", "#error stop\n",
                                   "__global__ void k() { asm(\"nonsense %0\" : : \"r\"("}) {
            const auto result = tool.compile(request_for(source));
            ASSERT_FALSE(result) << tool.name << ": " << source;
            EXPECT_EQ(result.error().kind, ErrorKind::failed) << result.error().text();
        }
}

TEST_F(EachCompiler, WarningsAreKept) {
    for (const Tool& tool : tools()) {
        const auto result =
            tool.compile(request_for("__global__ void k(int* a) {\n#warning look here\n    a[0] = 1;\n}\n"));
        ASSERT_TRUE(result) << result.error().text();
        ASSERT_EQ(result->warnings.size(), 1u) << tool.name;
        EXPECT_EQ(result->warnings[0].where.line, 2u);
        EXPECT_THAT(result->warnings[0].message, HasSubstr("look here"));
    }
}

TEST_F(EachCompiler, DefinitionsReachTheKernel) {
    for (const Tool& tool : tools()) {
        CompileRequest request =
            request_for("__global__ void k(int* a) { __shared__ int t[TILE_DIM][TILE_DIM + 1];\n"
                        "t[threadIdx.x][1] = 1; __syncthreads(); a[0] = t[1][threadIdx.x] * SCALE; }\n");
        request.defines = {{"TILE_DIM", "16"}, {"SCALE", "0.5f"}};
        const auto result = tool.compile(request);
        ASSERT_TRUE(result) << result.error().text();
        EXPECT_THAT(result->ptx, HasSubstr("[1088]")) << tool.name; // 16 * 17 * 4 bytes
    }
}

TEST_F(EachCompiler, HeadersThatTextbooksInclude) {
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

TEST_F(EachCompiler, HeadersOfTheToolkitNeitherWarnNorOwnLines) {
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

TEST_F(EachCompiler, LocalHeadersBesideTheKernel) {
    const ScratchFolder folder;
    folder.write("helper.cuh", "__device__ int twice(int v) { return 2 * v; }\n");
    for (const Tool& tool : tools()) {
        const auto result =
            tool.compile(request_for("#include \"helper.cuh\"\n__global__ void k(int* a) { a[0] = twice(a[1]); }\n",
                                     (folder.path() / "k.cu").string()));
        EXPECT_TRUE(result) << tool.name << ": " << (result ? "" : result.error().text());
    }
}

TEST_F(EachCompiler, HeadersAreFoundWhereTheKernelLies) {
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
        EXPECT_EQ(result.error().message.find(folder.path().string()), std::string::npos) << result.error().message;
    }
}

TEST_F(EachCompiler, AFileOfTheKernelsOwnIsNotTakenForAnotherOfItsName) {
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

TEST_F(EachCompiler, BreadthOfTheLanguage) {
    const char* source =
        "#include <math.h>\n"
        "__constant__ float weights[9];\n"
        "__device__ int counter;\n"
        "extern __shared__ int dynamic[];\n"
        "template<int N> __device__ __forceinline__ float total(const float* __restrict__ v) {\n"
        "    float sum = 0;\n"
        "    #pragma unroll\n"
        "    for (int i = 0; i < N; ++i) sum += v[i];\n"
        "    return sum;\n"
        "}\n"
        "__global__ void __launch_bounds__(256) k(float* f, double* d, int* i, unsigned* u, unsigned long long* l) {\n"
        "    int t = threadIdx.x + blockIdx.z * gridDim.y;\n"
        "    f[t] = sinf(f[t]) + cosf(f[t]) + tanf(f[t]) + asinf(f[t]) + acosf(f[t]) + atanf(f[t]) + atan2f(f[t], "
        "2.0f);\n"
        "    f[t] += expf(f[t]) + exp2f(f[t]) + exp10f(f[t]) + logf(f[t]) + log2f(f[t]) + log10f(f[t]) + powf(f[t], "
        "3.0f);\n"
        "    f[t] += sqrtf(f[t]) + rsqrtf(f[t]) + cbrtf(f[t]) + hypotf(f[t], 1.0f) + fmodf(f[t], 3.0f) + fabsf(f[t]);\n"
        "    f[t] += floorf(f[t]) + ceilf(f[t]) + roundf(f[t]) + truncf(f[t]) + rintf(f[t]) + fmaf(f[t], f[t], 1.0f);\n"
        "    f[t] += __sinf(f[t]) + __cosf(f[t]) + __expf(f[t]) + __logf(f[t]) + __powf(f[t], 2.0f) + __fdividef(f[t], "
        "3.0f);\n"
        "    d[t] = sin(d[t]) + cos(d[t]) + exp(d[t]) + log(d[t]) + pow(d[t], 2) + sqrt(d[t]) + tanh(d[t]) + "
        "erf(d[t]);\n"
        "    d[t] += fmin(d[t], 1.0) + fmax(d[t], f[t]) + sqrt(t) + pow(t, 2) + abs(d[t]) + "
        "__double_as_longlong(d[t]);\n"
        "    i[t] = min(t, 3) + max(i[t], 4) + abs(i[t]) + min(u[t], 5u) + __clz(t) + __ffs(t) + __brev(t) + "
        "__float_as_int(f[t]);\n"
        "    i[t] += __float2int_rd(f[t]) + __float2int_rn(f[t]) + __mulhi(t, t) + __umulhi(u[t], u[t]) + "
        "__popcll(l[t]);\n"
        "    atomicAdd(i, 1); atomicAdd(u, 1u); atomicAdd(l, 1ull); atomicAdd(f, 1.0f); atomicAdd(d, 1.0);\n"
        "    atomicSub(i, 1); atomicExch(i, 2); atomicMin(i, 3); atomicMax(u, 4u); atomicInc(u, 5u); atomicDec(u, "
        "6u);\n"
        "    atomicCAS(i, 7, 8); atomicAnd(i, 9); atomicOr(u, 10u); atomicXor(i, 11); atomicAdd_block(i, 12); "
        "atomicMax_block(u, 1u);\n"
        "    u[t] = __ballot_sync(0xffffffff, t > 3) + __activemask() + __match_any_sync(0xffffffff, t);\n"
        "    i[t] += __any_sync(0xffffffff, t) + __all_sync(0xffffffff, t) + __shfl_sync(0xffffffff, t, 3, 8);\n"
        "    d[t] += __shfl_xor_sync(0xffffffff, d[t], 1) + __shfl_up_sync(0xffffffff, f[t], 1u);\n"
        "    __syncwarp(); __threadfence(); __threadfence_block(); dynamic[t] = __syncthreads_count(t > 2);\n"
        "    float4 four = make_float4(1, 2, 3, 4); *reinterpret_cast<float4*>(f) = four;\n"
        "    dim3 extent = blockDim; uint3 at = threadIdx; counter += extent.x + at.y + warpSize + clock();\n"
        "    f[t] += total<9>(weights) + dynamic[0] + __ldg(f + 1) + isnan(f[t]) + (isinf(d[t]) ? 1 : 0);\n"
        "}\n";
    for (const Tool& tool : tools())
        for (int level : {0, 3}) {
            CompileRequest request = request_for(source);
            request.optimisation = level;
            const auto result = tool.compile(request);
            EXPECT_TRUE(result) << tool.name << ": " << (result ? "" : result.error().text());
        }
}

TEST_F(EachCompiler, SeveralThreadsAtOnce) {
    for (const Tool& tool : tools()) {
        std::vector<std::thread> threads;
        std::atomic<int> good = 0;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, i] {
                const auto result =
                    tool.compile(request_for(fmt::format("__global__ void k{}(int* a) {{ a[0] = {}; }}\n", i, i)));
                if (result && result->ptx.find(fmt::format("k{}", i)) != std::string::npos) ++good;
            });
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(good, 4) << tool.name;
    }
}

TEST(Nvrtc, AnArchitectureItNoLongerKnowsIsRaised) {
    const auto nvrtc = Nvrtc::load(std::nullopt);
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_10";
    const auto result = (*nvrtc)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("compute_10"));
}

TEST(Nvrtc, AnArchitectureItDoesNotKnowYetIsLowered) {
    const auto nvrtc = Nvrtc::load(std::nullopt);
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().message;
    CompileRequest request = request_for(small_kernel);
    request.arch = "compute_990";
    const auto result = (*nvrtc)->compile(request);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings[0].message, HasSubstr("does not know compute_990"));
}

TEST(Nvrtc, WhichHeadersAreTheToolkitsIsPartOfItsIdentity) {
    const ScratchFolder folder;
    const NvrtcHeaders without(""), bare(folder.path().string());
    EXPECT_NE(without.identity(), bare.identity());
    folder.write("cooperative_groups.h", "");
    EXPECT_NE(NvrtcHeaders(folder.path().string()).identity(), bare.identity());
    EXPECT_EQ(NvrtcHeaders("").identity(), without.identity());
}

TEST(Nvrtc, FunctionsThatNvccTakesForTheGpusNeedNoDevice) {
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
    EXPECT_THAT(program.error().hint, HasSubstr("leave out main()"));
    const auto plain = (*nvrtc)->compile(request_for("__global__ void k(int* out) { out[0] = 1; }"));
    ASSERT_TRUE(plain);
    EXPECT_TRUE(plain->warnings.empty());
}

TEST(Architecture, LettersAreForTheGpusThatHaveThem) {
    for (const char* name : {"compute_75", "compute_90", "compute_90a", "compute_100", "compute_120f"})
        EXPECT_TRUE(is_architecture(name)) << name;
    for (const char* name : {"", "75", "sm_75", "compute_", "compute_7", "compute_75a", "compute_89f", "compute_90f",
                             "compute_90b", "compute_90aa", "compute_1000", "compute_075", "compute_-75"})
        EXPECT_FALSE(is_architecture(name)) << name;
}

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

TEST(Clang, WhatGpusOrClangLackIsNamed) {
    const auto clang = Clang::find(std::nullopt);
    if (!clang) GTEST_SKIP() << clang.error().message;
    const auto message_of = [&](const std::string& body) {
        const auto result = (*clang)->compile(request_for("__global__ void k(int* a) { " + body + " }\n"));
        return result ? std::string() : result.error().text();
    };
    EXPECT_THAT(message_of("a[0] = __reduce_add_sync(~0u, a[1]);"), HasSubstr("compute_80"));
    EXPECT_THAT(message_of("int* p = (int*)alloca(a[0]); a[1] = p[0];"), HasSubstr("a size that is known"));
    EXPECT_THAT(message_of("int* p = (int*)__builtin_alloca(a[0]); a[1] = p[0];"), HasSubstr("a size that is known"));
    const auto clusters =
        (*clang)->compile(request_for("__global__ void __cluster_dims__(2, 1, 1) k(int* a) { a[0] = 1; }\n"));
    ASSERT_FALSE(clusters);
    EXPECT_THAT(clusters.error().text(), HasSubstr("clusters"));
    EXPECT_EQ(message_of("} __global__ void __launch_bounds__(64, 2, 1) three(int* a) { a[0] = 1;"), "");
}

TEST(Finding, CompilersCanBeHiddenOrMisnamed) {
    EXPECT_THAT(Nvrtc::load("none").error().message, HasSubstr("WARPSCOPE_NVRTC"));
    EXPECT_THAT(Nvrtc::load("/nowhere/libnvrtc.so").error().message, HasSubstr("/nowhere/libnvrtc.so"));
    EXPECT_THAT(Nvrtc::load("libc.so.6").error().message, HasSubstr("not NVRTC"));
    EXPECT_THAT(Clang::find("none").error().message, HasSubstr("WARPSCOPE_CLANG"));
    EXPECT_FALSE(Clang::find("/nowhere/clang++"));
    EXPECT_THAT(Clang::find("/bin/true").error().message, HasSubstr("not clang"));
}

TEST(Compile, PtxPassesThrough) {
    const auto result = compile(request_for(".version 7.0\n", "kernel.ptx"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->ptx, ".version 7.0\n");
    EXPECT_EQ(result->compiler, CompilerKind::none);
}

TEST(Compile, StatusNamesBothCompilersInOrder) {
    ASSERT_EQ(compilers().size(), 2u);
    EXPECT_EQ(compilers()[0].kind, CompilerKind::nvrtc);
    EXPECT_EQ(compilers()[1].kind, CompilerKind::clang);
    for (const CompilerStatus& status : compilers()) {
        EXPECT_FALSE(status.name.empty());
        EXPECT_FALSE(status.why.empty());
    }
}

TEST_F(EachCompiler, InstancesThatAreMadeSayTheirSymbol) {
    for (const CompilerChoice choice : {CompilerChoice::nvrtc, CompilerChoice::clang}) {
        CompileRequest request = request_for("enum class Mode { slow, fast };\n"
                                             "template<Mode m> __global__ void choose(int* a) { a[0] = (int)m; }\n"
                                             "template __global__ void choose<Mode::slow>(int*);\n"
                                             "template<int n> __global__ void other(int* a) { a[0] = n; }\n");
        request.compiler = choice;
        request.instances = {"choose<Mode::fast>", "choose<(Mode)0>", "other<3>"};
        for (int level : {0, 3}) {
            request.optimisation = level;
            const auto result = compile(request);
            if (!result && result.error().kind == ErrorKind::environment) continue;
            ASSERT_TRUE(result) << result.error().text();
            EXPECT_THAT(result->instances, ElementsAre(Pair("choose<Mode::fast>", "_Z6chooseIL4Mode1EEvPi"),
                                                       Pair("other<3>", "_Z5otherILi3EEvPi")));
            EXPECT_EQ(result->ptx.find("ws_kernel"), std::string::npos) << result->ptx;
            ExecutionPlan plan;
            for (const char* kernel : {"choose<Mode::fast>", "choose<Mode::fast> (int *)", "choose<Mode::fast>(float*)",
                                       "choose<(Mode)0>", "other<3>"})
                plan.launches.push_back({kernel, {}, {}});
            name_kernels(plan, *result);
            EXPECT_EQ(plan.launches[0].kernel, "choose<(Mode)1>(int*)");
            EXPECT_EQ(plan.launches[1].kernel, "choose<(Mode)1>(int*)");
            EXPECT_EQ(plan.launches[2].kernel, "choose<Mode::fast>(float*)") << "no such kernel";
            EXPECT_EQ(plan.launches[3].kernel, "choose<(Mode)0>");
            EXPECT_EQ(plan.launches[4].kernel, "other<3>") << "found as it is written";
        }
    }
}

TEST_F(EachCompiler, TheSecondTimeComesFromTheCache) {
    const ScratchFolder folder;
    const CompileRequest request = request_for(small_kernel, folder.path().string() + "/unique.cu");
    const auto first = compile(request);
    ASSERT_TRUE(first) << first.error().text();
    EXPECT_FALSE(first->from_cache);
    EXPECT_GT(first->milliseconds, 0);
    const auto second = compile(request);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->from_cache);
    EXPECT_EQ(second->ptx, first->ptx);
    EXPECT_EQ(second->milliseconds, first->milliseconds);
}

} // namespace
} // namespace warpscope::compile
