#include "compile/kernel_signatures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpscope::compile {
namespace {

std::vector<SourceKernel> kernels_of(std::string source) {
    CompileRequest request;
    request.file = "/nowhere/k.cu";
    request.source = std::move(source);
    return kernel_signatures(request);
}

TEST(KernelSignatures, ParametersHaveTypesAndUses) {
    const auto kernels =
        kernels_of("typedef unsigned char byte;\n#define TILE 32\nnamespace image {\n"
                   "__global__ void k(const byte *__restrict__ in, float4* const out, unsigned int n,\n"
                   "                  int* sum, float* partial, float* both, uint bins[]) {\n"
                   "    extern __shared__ float part[];\n    int i = blockIdx.y * TILE + threadIdx.x;\n"
                   "    out[i].x = in[i];\n    atomicAdd(sum, 1);\n    atomicAdd(&bins[in[i]], 1u);\n"
                   "    partial[blockIdx.x] = 2;\n    both[i] += 1;\n}\n}\n");
    ASSERT_EQ(kernels.size(), 1u);
    const SourceKernel& kernel = kernels[0];
    EXPECT_EQ(kernel.name, "image::k");
    EXPECT_EQ(kernel.where.line, 4u);
    EXPECT_EQ(kernel.dimensions, 2u);
    EXPECT_EQ(kernel.block_width, 32u);
    EXPECT_FALSE(kernel.block_height);
    EXPECT_EQ(kernel.dynamic_shared, "float");
    EXPECT_TRUE(kernel.uses_block_index);
    ASSERT_EQ(kernel.parameters.size(), 7u);
    const auto& p = kernel.parameters;
    EXPECT_EQ(p[0].type, "unsigned char");
    EXPECT_TRUE(p[0].is_pointer && p[0].points_to_const && p[0].is_loaded && !p[0].is_stored);
    EXPECT_EQ(p[1].type, "float4");
    EXPECT_TRUE(p[1].is_pointer && !p[1].points_to_const && p[1].is_stored && !p[1].is_loaded);
    EXPECT_EQ(p[2].type + " " + p[2].name, "unsigned int n");
    EXPECT_FALSE(p[2].is_pointer);
    EXPECT_TRUE(p[3].is_atomic && p[3].single);
    EXPECT_TRUE(p[4].by_block && p[4].is_stored && !p[4].is_loaded);
    EXPECT_TRUE(p[5].is_stored && p[5].is_loaded);
    EXPECT_TRUE(p[6].is_pointer && p[6].is_atomic && !p[6].single);
}

TEST(KernelSignatures, TemplatesListInstances) {
    const auto kernels = kernels_of("template<typename T, int N, bool flag> __global__ void a(T* x) { *x = N; }\n"
                                    "template<class T> __global__ void b(T* x) { *x = 1; }\n"
                                    "int main() { b<double><<<1, 1>>>(nullptr); }\n");
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_THAT(kernels[0].template_parameters, ::testing::ElementsAre("typename T", "int N", "bool flag"));
    EXPECT_TRUE(kernels[0].instances.empty());
    EXPECT_EQ(example_instance(kernels[0]), "a<float, 16, true>");
    EXPECT_EQ(example_instance(kernels[1]), "b<double>");
}

TEST(KernelSignatures, ReadsLaunchBoundsAndTileRows) {
    const auto kernels = kernels_of(
        "#define TILE_DIM 32\n#define BLOCK_ROWS 8\nconst int most = 128;\n"
        "__global__ void __launch_bounds__(most, 2) bound(float* x) { x[threadIdx.x] = 1; }\n"
        "__global__ void rows(float* out, const float* in, int width) {\n"
        "    __shared__ float tile[TILE_DIM][TILE_DIM + 1];\n    int y = blockIdx.y * TILE_DIM + threadIdx.y;\n"
        "    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)\n"
        "        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + threadIdx.x];\n"
        "    out[y] = tile[threadIdx.x][threadIdx.y];\n}\n"
        "__global__ void reverse(int* d, int n) {\n    __shared__ int s[64];\n    int t = threadIdx.x;\n"
        "    s[t] = d[t];\n    d[t] = s[n - t - 1];\n}\n");
    ASSERT_EQ(kernels.size(), 3u);
    EXPECT_EQ(kernels[0].max_threads, 128u);
    EXPECT_FALSE(kernels[0].block_height || kernels[0].block_rows || kernels[0].block_width);
    EXPECT_EQ(kernels[1].block_width, 32u);
    EXPECT_EQ(kernels[1].block_height, 8u);
    EXPECT_EQ(kernels[1].block_rows, 32u);
    EXPECT_FALSE(kernels[1].max_threads);
    EXPECT_EQ(kernels[2].block_width, 64u);
    EXPECT_TRUE(kernels[2].uses_shared && kernels[2].uses_threads);
    EXPECT_FALSE(kernels[2].uses_block_size || kernels[2].uses_block_index);
}

TEST(KernelSignatures, IndexOrCubGivesBlockWidth) {
    const auto kernels =
        kernels_of("__global__ void a(float* x) { x[blockIdx.x * 128 + threadIdx.x] = 1; }\n"
                   "__global__ void b(float* x) { int i = threadIdx.x + blockIdx.x * 64; x[i] = 1; }\n"
                   "__global__ void c(int* x) { typedef cub::BlockReduce<int, 192> Reduce; x[threadIdx.x] = 1; }\n"
                   "__global__ void d(float* x) { int i = blockIdx.x * 128 + threadIdx.x - 2; x[i] = 1; }\n"
                   "__global__ void e(float* x, int n) { x[blockIdx.x * n + threadIdx.x] = 1; }\n");
    ASSERT_EQ(kernels.size(), 5u);
    EXPECT_EQ(kernels[0].block_width, 128u);
    EXPECT_EQ(kernels[1].block_width, 64u);
    EXPECT_EQ(kernels[2].block_width, 192u);
    EXPECT_EQ(kernels[3].block_width, 132u) << "blocks overlap at the border";
    EXPECT_EQ(kernels[3].block_columns, 128u);
    EXPECT_FALSE(kernels[4].block_width);
}

TEST(KernelSignatures, FindsStoresInEveryForm) {
    const auto kernels =
        kernels_of("__device__ unsigned long long total;\n__device__ float result[2][128], unused[4];\n"
                   "__device__ void add(int n) { total += n; }\n"
                   "__global__ void k(float* out, float* in, float* moved, float* stored, float** rows, int C) {\n"
                   "    float* o = out + blockIdx.x * C;\n    const float *r = in + blockIdx.x * C;\n    o[0] = r[1];\n"
                   "    moved += C;\n    store_matrix_sync(stored + C, C);\n"
                   "    result[0][threadIdx.x] = unused[1];\n    atomicAdd(&total, 1);\n    add(C);\n}\n");
    ASSERT_EQ(kernels.size(), 1u);
    const auto& p = kernels[0].parameters;
    EXPECT_TRUE(p[0].is_stored && !p[0].is_loaded && !p[0].single);
    EXPECT_TRUE(p[1].is_loaded && !p[1].is_stored);
    EXPECT_FALSE(p[2].is_loaded || p[2].is_stored);
    EXPECT_TRUE(p[3].is_stored && !p[3].is_loaded);
    EXPECT_EQ(p[4].type, "float*") << "no number";
    const auto& variables = kernels[0].stored_variables;
    ASSERT_EQ(variables.size(), 2u);
    EXPECT_EQ(variables[0].name + " " + variables[0].type, "result float");
    EXPECT_THAT(variables[0].extents, ::testing::ElementsAre(2u, 128u));
    EXPECT_EQ(variables[1].type, "unsigned long long");
    EXPECT_TRUE(variables[1].is_atomic);
}

TEST(KernelSignatures, FindsStoresThroughCasts) {
    const auto kernels = kernels_of(
        "__global__ void k(float* out, const float* in, char* bytes, float* both, float* handed, int x, int pitch) {\n"
        "    ((float*)((char*)out + x * pitch))[x] = ((const float*)((const char*)in + x * pitch))[x];\n"
        "    *(float*)(bytes + x * pitch) = x * (x + 1);\n"
        "    (both + x)[1] += 2;\n    f((handed));\n}\n");
    ASSERT_EQ(kernels.size(), 1u);
    const auto& p = kernels[0].parameters;
    EXPECT_TRUE(p[0].is_stored && !p[0].is_loaded && p[0].by_bytes && !p[0].is_passed_on);
    EXPECT_TRUE(p[1].is_loaded && !p[1].is_stored);
    EXPECT_TRUE(p[2].is_stored && !p[2].is_loaded);
    EXPECT_TRUE(p[3].is_stored && p[3].is_loaded);
    EXPECT_TRUE(p[4].is_passed_on && !p[4].is_stored);
}

TEST(KernelSignatures, FindsLoopsBoundedByParameters) {
    const auto kernels = kernels_of("__global__ void k(float* x, int n, int m, int stride) {\n"
                                    "    for (int j = 0; j < n; ++j) x[j] = 0;\n"
                                    "    for (int j = threadIdx.x; j < m; j += stride) x[j] = 0;\n}\n");
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_TRUE(kernels[0].parameters[1].bounds_loop);
    EXPECT_FALSE(kernels[0].parameters[2].bounds_loop);
}

TEST(KernelSignatures, ReadsMembersOfStructs) {
    CompileRequest request;
    request.file = "own.cu";
    request.source =
        "struct Point { float x, y; };\n"
        "struct __align__(16) Particle {\n    Point at; int *links, count; unsigned char tag[4]; void reset();\n"
        "};\nstruct Bits { int low : 4; };\n"
        "__global__ void k(Particle* all, Bits bits, Particle one) {\n"
        "    Particle& p = all[threadIdx.x];\n    p.at.x = 0;\n    one.links[0] = 1;\n}\n";
    const auto kernels = kernel_signatures(request);
    ASSERT_EQ(kernels.size(), 1U);
    const SourceParameter& all = kernels[0].parameters.at(0);
    EXPECT_TRUE(all.is_stored);
    EXPECT_EQ(all.alignment, 16U);
    ASSERT_EQ(all.members.size(), 4U);
    EXPECT_EQ(all.members[0].members.size(), 2U);
    EXPECT_TRUE(all.members[1].is_pointer);
    EXPECT_FALSE(all.members[2].is_pointer);
    EXPECT_EQ(all.members[2].type, "int");
    EXPECT_EQ(all.members[3].extent, 4U);
    EXPECT_TRUE(kernels[0].parameters[1].members.empty());
    EXPECT_TRUE(kernels[0].parameters[2].members.at(1).is_stored);
    EXPECT_EQ(members_of(request, "Point").size(), 2U);
}

TEST(KernelSignatures, DynamicSharedMemoryNeedsItsUse) {
    const auto kernels = kernels_of("template<class T> struct Shared { __device__ operator T*() {\n"
                                    "    extern __shared__ int all[]; return (T*)all; } };\n"
                                    "__global__ void by_class(int* p) { int* s = Shared<int>(); p[0] = s[0]; }\n"
                                    "__global__ void none(int* p) { p[threadIdx.x] = 1; }\n"
                                    "__global__ void one(int* p) { p[blockIdx.x] = 1; }\n");
    ASSERT_EQ(kernels.size(), 3u);
    EXPECT_EQ(kernels[0].dynamic_shared, "int");
    EXPECT_EQ(kernels[1].dynamic_shared, "");
    EXPECT_TRUE(kernels[1].uses_threads);
    EXPECT_FALSE(kernels[2].uses_threads);
}

TEST(KernelSignatures, ReadsKernelsMadeByMacros) {
    const auto kernels =
        kernels_of("#define MAKE(name, op, T) \\\n    __global__ void name##_##T(const T* a, T* out, unsigned n) { \\\n"
                   "        unsigned i = threadIdx.x; if (i < n) out[i] = a[i] op a[i]; }\n"
                   "MAKE(add, +, float)\nMAKE(both, &,\n     int)\n__global__ void plain(int* p) { *p = 1; }\n");
    ASSERT_EQ(kernels.size(), 3u);
    EXPECT_EQ(kernels[0].name, "add_float");
    EXPECT_EQ(kernels[0].where.line, 4u);
    ASSERT_EQ(kernels[0].parameters.size(), 3u);
    EXPECT_EQ(kernels[0].parameters[0].type, "float");
    EXPECT_TRUE(kernels[0].parameters[1].is_stored);
    EXPECT_EQ(kernels[1].name, "both_int");
    EXPECT_EQ(kernels[2].where.line, 7u);
}

TEST(KernelSignatures, LaunchesDeducePartialInstances) {
    const auto kernels =
        kernels_of("template<typename T, int N> __global__ void axpy(T a, const T* x, T* y) { y[0] = a * x[N]; }\n"
                   "template<typename Op> __global__ void apply(float* f, Op op) { f[0] = op(f[0]); }\n"
                   "template<typename T> __global__ void fill(T* out) { *out = 1; }\n"
                   "struct Square { __device__ float operator()(float v) const { return v * v; } };\n"
                   "struct Scale { float by; };\n"
                   "template<typename T> void host(T a, T* x) { axpy<T, 4><<<1, 256>>>(a, x, x); }\n"
                   "void run(float* f, double *d) { apply<<<1, 1>>>(f, Square()); fill<<<1, 1>>>(d); }\n");
    ASSERT_EQ(kernels.size(), 3u);
    EXPECT_EQ(example_instance(kernels[0]), "axpy<float, 4>");
    EXPECT_EQ(example_instance(kernels[1]), "apply<Square>");
    EXPECT_EQ(example_instance(kernels[2]), "fill<double>");
    EXPECT_THAT(kernels[1].empty_types, ::testing::ElementsAre("Square"));
}

} // namespace
} // namespace warpscope::compile
