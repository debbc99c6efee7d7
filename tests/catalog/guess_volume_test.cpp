// Guessed set-ups for kernels with three dimensions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/guess_fixture.hpp"

namespace warpscope::catalog {
namespace {

class GuessVolume : public GuessFixture {};

constexpr const char* indices = "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                                "    int z = blockIdx.z * blockDim.z + threadIdx.z;\n";

std::string stencil(const std::string& numbers, const std::string& nx, const std::string& ny, const std::string& nz) {
    return "__global__ void stencil(const float* in, float* out, " + numbers + ") {\n" + indices + "    if (x < " + nx +
           " && y < " + ny + " && z < " + nz + ") out[(z * " + ny + " + y) * " + nx + " + x] = in[x];\n}\n";
}

TEST_F(GuessVolume, ThirdIndexMakesAVolume) {
    const auto experiment = guess(stencil("int nx, int ny, int nz", "nx", "ny", "nz"));
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->default_input, "noise:30x30x30");
    const Variant& variant = experiment->variants.at(0);
    EXPECT_THAT(arguments_of(variant), ::testing::ElementsAre("in", "out", "s32:width", "s32:height", "s32:depth"));
    EXPECT_TRUE(variant.buffers.at(0).is_main_input);
    const BufferSpec& out = variant.buffers.at(1);
    EXPECT_EQ(out.width + " " + out.height + " " + out.depth, "width height depth");
    EXPECT_EQ(variant.block, (Dim3{8, 8, 4}));
    EXPECT_EQ(variant.block_dimensions, 3u);
    EXPECT_THAT(
        variant.launches[0].grid,
        ::testing::ElementsAre("ceil_div(width, block.x)", "ceil_div(height, block.y)", "ceil_div(depth, block.z)"));
    const auto prepared = prepare(variant, default_settings(variant),
                                  {{"in", ElementType::f32, 1, {32, 32, 32}}, std::make_shared<Bytes>(131072)});
    ASSERT_TRUE(prepared) << prepared.error().text();
    EXPECT_EQ(prepared->plan.launches.at(0).config.grid, (Dim3{4, 4, 8}));
}

TEST_F(GuessVolume, CubeHasOneSideLength) {
    const auto experiment = guess(stencil("int n", "n", "n", "n"));
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_THAT(arguments_of(experiment->variants.at(0)), ::testing::ElementsAre("in", "out", "s32:width"));
    EXPECT_EQ(experiment->variants.at(0).buffers.at(1).depth, "depth");
}

TEST_F(GuessVolume, PlaneStrideKeepsTheInput) {
    const auto experiment =
        guess(std::string("__global__ void step(const float* in, float* out, int nx, int ny, int nz) {\n") + indices +
              "    int at = (z * ny + y) * nx + x, plane = nx * ny;\n    out[at] = in[at + plane];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_TRUE(experiment->variants.at(0).buffers.at(0).is_main_input);
}

TEST_F(GuessVolume, BatchFillsTheDepth) {
    const auto experiment = guess(stencil("int n, int batch", "n", "n", "batch"));
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_THAT(arguments_of(experiment->variants.at(0)),
                ::testing::ElementsAre("in", "out", "s32:width", "s32:depth"));
}

TEST_F(GuessVolume, PlaneLoopKeepsGridFlat) {
    const auto experiment =
        guess("__global__ void jacobi(const float* in, float* out, int width, int height, int depth) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    for (int z = 0; z < depth; ++z) out[(z * height + y) * width + x] = in[x];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const Variant& variant = experiment->variants.at(0);
    EXPECT_EQ(variant.buffers.at(1).depth, "depth");
    EXPECT_EQ(variant.launches[0].grid.size(), 2u);
    EXPECT_EQ(variant.block, (Dim3{16, 16, 1}));
}

TEST_F(GuessVolume, MissingInputGetsSliders) {
    const auto experiment = guess(std::string("__global__ void fill(float* out, int3 size) {\n") + indices +
                                  "    if (z < size.z) out[(z * size.y + y) * size.x + x] = 1;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const Variant& variant = experiment->variants.at(0);
    ASSERT_EQ(variant.parameters.size(), 3u);
    EXPECT_EQ(variant.parameters.at(2).name, "planes");
    EXPECT_THAT(arguments_of(variant), ::testing::ElementsAre("out", "s32x3:columns,lines,planes"));
}

TEST_F(GuessVolume, ChannelIndexIsNoDepth) {
    const auto experiment = guess(stencil("int width, int height, int channels", "width", "height", "channels"));
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->default_input, "picture");
}

} // namespace
} // namespace warpscope::catalog
