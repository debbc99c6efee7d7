#include "compile/tools.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <thread>

namespace warpscope::compile {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

TEST_F(EachCompiler, LineInfoMatchesAtEveryLevel) {
    for (const Tool& tool : tools())
        for (const char* file : {"k.cu", "my lessons/k.cu", "/absolute/k.cu", "../up/k.cu"})
            for (int level = 0; level <= 3; ++level) {
                CompileRequest request = request_for(small_kernel, file);
                request.optimization = level;
                const auto result = tool.compile(request);
                ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
                EXPECT_THAT(lines_of(result->ptx, file), IsSupersetOf({2u, 4u, 5u}))
                    << tool.name << " -O" << level << " " << file << "\n"
                    << result->ptx;
                EXPECT_THAT(result->ptx, HasSubstr(".target sm_75"));
                EXPECT_EQ(result->compiler_name, tool.name);
            }
}

TEST_F(EachCompiler, LineInfoNamesOnlyTheKernel) {
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
        EXPECT_EQ(result->ptx.find("warpscope/math/float.h"), std::string::npos) << tool.name;
        EXPECT_THAT(lines_of(result->ptx, "lessons/k.cu"), IsSupersetOf({3u, 4u, 5u, 6u})) << tool.name;
    }
}

TEST_F(EachCompiler, ErrorsHaveFileLineAndColumn) {
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_for("__global__ void k(int* out) {\n    out[0] = missing;\n}\n"));
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, ErrorKind::failed);
        EXPECT_EQ(result.error().where, (SourceLocation{"lessons/k.cu", 2, 14})) << tool.name << "\n"
                                                                                 << result.error().message;
        EXPECT_THAT(result.error().message, HasSubstr("missing"));
        EXPECT_THAT(result.error().message, HasSubstr("\n")); // the log follows
        EXPECT_EQ(result.error().message.english().find("/tmp"), std::string::npos) << result.error().message;
    }
}

TEST_F(EachCompiler, BrokenSourceGivesErrors) {
    for (const Tool& tool : tools())
        for (const char* source : {"#include <no_such_header.h>\n", "__global__ void k(", "}}}}", "#error stop\n",
                                   "__global__ void k() { asm(\"nonsense %0\" : : \"r\"("}) {
            const auto result = tool.compile(request_for(source));
            ASSERT_FALSE(result) << tool.name << ": " << source;
            EXPECT_EQ(result.error().kind, ErrorKind::failed) << result.error().text();
        }
}

TEST_F(EachCompiler, ReportsWarnings) {
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

TEST_F(EachCompiler, CompilesCommonLanguageFeatures) {
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
            request.optimization = level;
            const auto result = tool.compile(request);
            EXPECT_TRUE(result) << tool.name << ": " << (result ? "" : result.error().text());
        }
}

TEST_F(EachCompiler, CompilesOnSeveralThreads) {
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

TEST_F(EachCompiler, AcceptsNewerStandards) {
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_for("template<class T> concept Small = sizeof(T) < 8;\n"
                                                     "template<Small T> __device__ T twice(T x) { return x + x; }\n"
                                                     "__global__ void k(int* a) { a[0] = twice(a[1]); }\n"));
        EXPECT_TRUE(result) << tool.name << ": " << result.error().text();
    }
}

} // namespace
} // namespace warpscope::compile
