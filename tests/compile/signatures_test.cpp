// What the text of a kernel says about its parameters.
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

TEST(KernelSignatures, ParametersHaveTypesNamesAndUses) {
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

TEST(KernelSignatures, TemplatesNameInstances) {
    const auto kernels = kernels_of("template<typename T, int N, bool flag> __global__ void a(T* x) { *x = N; }\n"
                                    "template<class T> __global__ void b(T* x) { *x = 1; }\n"
                                    "int main() { b<double><<<1, 1>>>(nullptr); }\n");
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_THAT(kernels[0].template_parameters, ::testing::ElementsAre("typename T", "int N", "bool flag"));
    EXPECT_TRUE(kernels[0].instances.empty());
    EXPECT_EQ(example_instance(kernels[0]), "a<float, 16, true>");
    EXPECT_EQ(example_instance(kernels[1]), "b<double>");
}

} // namespace
} // namespace warpscope::compile
