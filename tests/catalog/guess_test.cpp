#include <algorithm>
#include <fmt/format.h>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/guess/parameter_names.hpp"
#include "catalog/guess/toml_text.hpp"
#include "catalog/guess_fixture.hpp"

namespace warpscope::catalog {
namespace {

class Guess : public GuessFixture {};

constexpr const char* sobel =
    "__global__ void sobel(const unsigned char* in, unsigned char* out, int imageW, int imageH,\n"
    "                      float gain) {\n"
    "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "    if (x < imageW && y < imageH) out[y * imageW + x] = gain * in[y * imageW + x];\n}\n";

TEST_F(Guess, PictureKernelGetsThePicture) {
    const auto experiment = guess(sobel);
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->default_input, "picture");
    const Variant& variant = experiment->variants.at(0);
    EXPECT_THAT(arguments_of(variant), ::testing::ElementsAre("in", "out", "s32:width", "s32:height", "gain"));
    EXPECT_TRUE(variant.buffers.at(0).is_main_input);
    EXPECT_EQ(variant.buffers.at(1).role, BufferRole::output);
    EXPECT_FALSE(variant.buffers.at(1).contents);
    EXPECT_THAT(variant.launches[0].grid, ::testing::ElementsAre("width / block.x + 1", "height / block.y + 1"));
    EXPECT_EQ(variant.parameters.at(0).type, ElementType::f32);
    EXPECT_FALSE(experiment->guesses.at(variant.name).empty());
    EXPECT_TRUE(has_spare_block(*experiment, variant.name));
}

TEST_F(Guess, NamesItsSubject) {
    const auto experiment = guess(sobel);
    ASSERT_TRUE(experiment) << experiment.error().text();
    using About = catalog::Guess::About;
    const auto count_guesses = [&](About about, std::string_view name) {
        return std::ranges::count_if(experiment->guesses.at("sobel"), [&](const catalog::Guess& guess) {
            return guess.about == about && guess.name == name;
        });
    };
    EXPECT_EQ(count_guesses(About::buffer, "in"), 1);
    EXPECT_EQ(count_guesses(About::buffer, "out"), 1);
    EXPECT_EQ(count_guesses(About::argument, "imageW"), 1);
    EXPECT_EQ(count_guesses(About::argument, "gain"), 1);
    EXPECT_EQ(count_guesses(About::grid, ""), 1);
    const auto textured = guess("__global__ void k(cudaTextureObject_t tex, uchar4* out, int w, int h) {\n"
                                "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;\n"
                                "    out[y * w + x] = tex2D<uchar4>(tex, x + 0.5f, y + 0.5f);\n}\n");
    ASSERT_TRUE(textured) << textured.error().text();
    EXPECT_THAT(textured->guesses.at("k"), ::testing::Contains(::testing::Field(&catalog::Guess::name, "tex_texels")));
}

TEST_F(Guess, EachKernelStartsWithItsInput) {
    const auto experiment = guess("__global__ void add(float* out, const float* in, int n) {\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                  "    if (i < n) out[i] += in[i];\n}\n" +
                                  std::string(sobel));
    ASSERT_TRUE(experiment) << experiment.error().text();
    const auto begins = [&](const char* kernel) {
        const auto input = default_input(*experiment, *find_kernel(*experiment, kernel), "photo.png");
        return input ? input->text() : input.error().text();
    };
    EXPECT_EQ(begins("add"), "noise:4000");
    EXPECT_EQ(begins("sobel"), "photo.png");
}

TEST_F(Guess, SumsBinsAndMatricesGetShapes) {
    const auto experiment =
        guess("__global__ void sum(const float* in, float* total, float* partial, int n) {\n"
              "    atomicAdd(total, in[threadIdx.x]);\n    partial[blockIdx.x] = n;\n}\n"
              "__global__ void product(const float* a, const float* b, float* c, int n) {\n"
              "    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;\n"
              "    c[i * n + j] = a[i * n] * b[j];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const Variant& sum = *find_kernel(*experiment, "sum");
    EXPECT_EQ(sum.buffers.at(1).width, "1");
    EXPECT_EQ(sum.buffers.at(1).contents, "0");
    EXPECT_EQ(sum.buffers.at(1).owners, Owners::many);
    EXPECT_EQ(sum.buffers.at(2).width, "ceil_div(cells, block.x)");
    const Variant& product = *find_kernel(*experiment, "product");
    EXPECT_EQ(product.buffers.at(2).width + " " + product.buffers.at(2).height, "side side");
    EXPECT_THAT(arguments_of(product), ::testing::ElementsAre("a", "b", "c", "s32:side"));
    EXPECT_EQ(find_kernel(*experiment, "none"), nullptr);
}

TEST_F(Guess, LoopsOverAllElementsShortenArrays) {
    const auto experiment = guess("__global__ void force(float* p, float dt, int n) {\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    float f = 0;\n"
                                  "    for (int j = 0; j < n; j++) f += p[j];\n    if (i < n) p[i] += dt * f;\n}\n"
                                  "__global__ void rank(const int* in, int* out, int n) {\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x, less = 0;\n"
                                  "    for (int j = 0; j < n; ++j) less += in[j] < in[i];\n    out[i] = less;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    // The kernel has a bounds check, so the size need not be a multiple of the block size.
    EXPECT_EQ(experiment->variants.at(0).parameters.at(0).initial, 1000);
    EXPECT_EQ(experiment->default_input, "noise:1024");
}

TEST_F(Guess, PitchedRowsAreStoredThroughCasts) {
    const auto experiment = guess(
        "__global__ void gain(const float* in, size_t pitch, float* out, size_t outPitch, int width, int height) {\n"
        "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
        "    if (x < width && y < height) ((float*)((char*)out + y * outPitch))[x] =\n"
        "        ((const float*)((const char*)in + y * pitch))[x];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const auto cast =
        guess("__global__ void gain(unsigned short* data, size_t pitch, int w, int h) {\n"
              "    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    if (x >= w || y >= h) return;\n"
              "    auto* row = reinterpret_cast<unsigned short*>(reinterpret_cast<char*>(data) + y * pitch);\n"
              "    row[x] = 2 * row[x];\n}\n");
    ASSERT_TRUE(cast) << cast.error().text();
    EXPECT_EQ(arguments_of(cast->variants.at(0)).at(1), "u64:columns * 2");
    const Variant& variant = experiment->variants.at(0);
    EXPECT_EQ(variant.buffers.at(1).role, BufferRole::output);
    EXPECT_FALSE(variant.buffers.at(1).contents);
    EXPECT_THAT(arguments_of(variant),
                ::testing::ElementsAre("in", "u64:width * 4", "out", "u64:width * 4", "s32:width", "s32:height"));
}

TEST_F(Guess, IndicesGiveChannels) {
    const std::string indices = "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + "
                                "threadIdx.y;\n    if (x >= width || y >= height) return;\n";
    const auto channels = [&](const std::string& before, const std::string& body) {
        const auto experiment =
            guess(before + "__global__ void k(unsigned char* out, const unsigned char* in, int width, int height) {\n" +
                  indices + body + "}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        const Variant& kernel = experiment->variants.front();
        return fmt::format("{} {}", kernel.buffers.at(0).channels, kernel.buffers.at(1).channels);
    };
    EXPECT_EQ(channels("", "for (int c = 0; c < 3; ++c) out[(y * width + x) * 3 + c] = in[(y*width+x)*3 + c];\n"),
              "3 3");
    EXPECT_EQ(channels("", "int pixel = y * width + x; out[pixel] = in[3 * pixel] + in[3 * pixel + 1];\n"), "1 3");
    EXPECT_EQ(channels("", "int i = y * width + x, rgb = i * 3; out[rgb] = in[i];\n"), "3 1");
    EXPECT_EQ(channels("", "out[y * width * 3 + x * 3] = in[y * width * 3 + 3 * x + 2];\n"), "3 3");
    EXPECT_EQ(channels("#define CHANNELS 3\n", "out[(y * width + x) * CHANNELS] = in[(y * width + x) * CHANNELS];\n"),
              "3 3");
    EXPECT_EQ(channels("constexpr int planes = 4;\n", "out[planes * (y * width + x)] = in[y * width + x];\n"), "4 1");
    EXPECT_EQ(channels("", "const unsigned char* row = in + (y * width + x) * 4; out[y * width + x] = row[0];\n"),
              "1 4");
    // Offsets to lower rows, to tiles, or to further elements of a thread are not guessed as channels.
    EXPECT_EQ(channels("", "out[y * width + x] = in[y * width + x + 3 * width];\n"), "1 1");
    EXPECT_EQ(channels("", "out[y * 4 + x] = in[y * width + 4 * x + 1];\n"), "1 1");
    const auto coarse = guess("__global__ void k(float* out, const float* in, int n) {\n"
                              "    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);\n"
                              "    for (int k = 0; k < 4; ++k) if (i + k < n) out[i + k] = in[i + k];\n}\n");
    ASSERT_TRUE(coarse);
    EXPECT_EQ(coarse->variants.front().buffers.at(0).channels, 1u);
}

TEST_F(Guess, TextureReadsThePicture) {
    const auto experiment =
        guess("__global__ void rotate(float* out, int width, int height, float angle, cudaTextureObject_t tex) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    float u = x / (float)width, v = y / (float)height;\n"
              "    out[y * width + x] = tex2D<float>(tex, u, v) * angle;\n}\n"
              "__global__ void bytes(cudaTextureObject_t tex, uchar4* out, int w, int h) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    out[y * w + x] = tex2D<uchar4>(tex, x + 0.5f, y + 0.5f);\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->default_input, "picture");
    const Variant& rotate = *find_kernel(*experiment, "rotate");
    EXPECT_THAT(arguments_of(rotate), ::testing::ElementsAre("out", "s32:width", "s32:height", "angle", "tex"));
    ASSERT_EQ(rotate.textures.size(), 1u);
    EXPECT_TRUE(rotate.textures[0].settings.normalized_coordinates);
    EXPECT_TRUE(rotate.textures[0].settings.linear);
    const BufferSpec& texels = rotate.buffers.back();
    EXPECT_EQ(texels.name, rotate.textures[0].buffer);
    EXPECT_TRUE(texels.is_main_input);
    EXPECT_EQ(texels.type, ElementType::f32);
    const Variant& bytes = *find_kernel(*experiment, "bytes");
    EXPECT_FALSE(bytes.textures.at(0).settings.normalized_coordinates);
    EXPECT_FALSE(bytes.textures[0].settings.linear);
    EXPECT_EQ(bytes.buffers.back().type, ElementType::u8);
    EXPECT_EQ(bytes.buffers.back().channels, 4u);
    EXPECT_FALSE(guess("__global__ void k(float* out, cudaTextureObject_t t) { out[0] = tex1Dfetch<float>(t, 0); }\n"))
        << "only two-dimensional textures are supported";
}

TEST_F(Guess, BlocksHandleRows) {
    const std::string body = "    const float* row = in + blockIdx.x * COLS;\n    float sum = 0;\n"
                             "    for (int i = threadIdx.x; i < COLS; i += blockDim.x) sum += row[i];\n"
                             "    atomicAdd(&out[blockIdx.x], sum);\n}\n";
    for (const char* names : {"int rows, int cols", "int M, int N", "int batch_rows, int cols"}) {
        std::string text = body;
        const std::string last = std::string(names).substr(std::string(names).rfind(' ') + 1);
        for (size_t at = text.find("COLS"); at != std::string::npos; at = text.find("COLS")) text.replace(at, 4, last);
        const auto experiment =
            guess("__global__ void sum(const float* in, float* out, " + std::string(names) + ") {\n" + text);
        ASSERT_TRUE(experiment) << experiment.error().text();
        const Variant& variant = experiment->variants.at(0);
        EXPECT_THAT(variant.launches[0].grid, ::testing::ElementsAre("height")) << names;
        EXPECT_EQ(arguments_of(variant).back(), "s32:width") << names;
        EXPECT_EQ(experiment->default_input, "picture");
    }
    const auto plain = guess("__global__ void scale(float* a, const float* in, int n) {\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) a[i] = in[i];\n}\n");
    ASSERT_TRUE(plain);
    EXPECT_THAT(plain->variants.at(0).launches[0].grid, ::testing::ElementsAre("ceil_div(cells, block.x)"));
}

TEST_F(Guess, ThreadsHandleSeveralElements) {
    const auto grid_of = [&](const std::string& index) {
        const auto experiment = guess("__global__ void k(float* out, const float* in) {\n    int first = " + index +
                                      ";\n    for (int i = 0; i < 4; ++i) out[first + i] = in[first + i];\n}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        return experiment->variants.front().launches[0].grid.front();
    };
    EXPECT_EQ(grid_of("4 * (blockIdx.x * blockDim.x + threadIdx.x)"), "ceil_div(cells, block.x * 4)");
    EXPECT_EQ(grid_of("(threadIdx.x + blockIdx.x * blockDim.x) * 4"), "ceil_div(cells, block.x * 4)");
    EXPECT_EQ(grid_of("blockIdx.x * blockDim.x * 4 + threadIdx.x"), "ceil_div(cells, block.x * 4)");
    EXPECT_EQ(grid_of("blockIdx.x * (blockDim.x * 4) + threadIdx.x"), "ceil_div(cells, block.x * 4)");
    EXPECT_EQ(grid_of("2 * 4 * blockDim.x * blockIdx.x + threadIdx.x"), "ceil_div(cells, block.x * 8)");
    EXPECT_EQ(grid_of("blockIdx.x * blockDim.x + threadIdx.x"), "ceil_div(cells, block.x)");
    const auto loaded = guess("__global__ void k(float* out, const float4* in, int n) {\n"
                              "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n"
                              "    float4 q = in[i];\n    out[i] = q.x * 7 + q.y * 29;\n}\n");
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->variants.front().launches[0].grid.front(), "ceil_div(cells, block.x)");
}

TEST_F(Guess, BoundsTellWidthAndHeight) {
    const auto arguments = [&](const std::string& parameters, const std::string& check, const std::string& width) {
        const auto experiment = guess("__global__ void k(const float* in, float* out, " + parameters + ") {\n" +
                                      "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                      "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n    " +
                                      check + " out[y * " + width + " + x] = in[y * " + width + " + x];\n}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        const auto all = arguments_of(experiment->variants.at(0));
        return all.at(2) + " " + all.at(3) + " " + experiment->default_input;
    };
    EXPECT_EQ(arguments("int iw, int ih", "if (x >= iw || y >= ih) return;", "iw"), "s32:width s32:height picture");
    EXPECT_EQ(arguments("int n, int m", "if (x < m && y < n)", "m"), "s32:height s32:width picture");
    EXPECT_EQ(arguments("int M, int N", "if (y < M && x < N)", "N"), "s32:height s32:width picture");
    // Guesses a square from one size for both axes.
    EXPECT_EQ(arguments("int n, float f", "if (x < n && y < n)", "n").substr(0, 8), "s32:side");
    const auto product = guess("__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
                               "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n    float s = 0;\n"
                               "    if (y >= m || x >= n) return;\n"
                               "    for (int i = 0; i < k; ++i) s += a[y * k + i] * b[i * n + x];\n"
                               "    c[y * n + x] = s;\n}\n");
    ASSERT_TRUE(product);
    EXPECT_THAT(arguments_of(product->variants.at(0)), ::testing::ElementsAre("a", "b", "c", "m", "n", "k"));
}

TEST_F(Guess, IndicesGivePlanesAndTransposition) {
    const std::string head = "(const float* in, float* out, int width, int height) {\n"
                             "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                             "    if (x >= width || y >= height) return;\n";
    const auto planar = guess("__global__ void luma" + head +
                              "    int at = y * width + x, pixels = width * height;\n"
                              "    out[at] = in[at] + in[at + pixels] + in[at + 2 * pixels];\n}\n");
    ASSERT_TRUE(planar) << planar.error().text();
    EXPECT_EQ(planar->variants.at(0).buffers.at(0).depth, "3");
    EXPECT_EQ(planar->variants.at(0).buffers.at(1).depth, "1");
    const auto turned = guess("__global__ void turn" + head +
                              "    const int row = x, column = height - 1 - y;\n"
                              "    out[row * height + column] = in[y * width + x];\n}\n");
    ASSERT_TRUE(turned) << turned.error().text();
    EXPECT_EQ(turned->variants.at(0).buffers.at(1).width, "height");
    EXPECT_EQ(turned->variants.at(0).buffers.at(1).height, "width");
    const auto tiled =
        guess("__global__ void tiled(const float* in, float* out, int width, int height) {\n"
              "    __shared__ float tile[16][17];\n"
              "    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
              "    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];\n"
              "    __syncthreads();\n"
              "    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;\n"
              "    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];\n}\n");
    ASSERT_TRUE(tiled) << tiled.error().text();
    EXPECT_EQ(tiled->variants.at(0).buffers.at(1).width, "height");
    // A wrong width does not mean a transposition.
    const auto wrong = guess("__global__ void wrong" + head + "    out[y * height + x] = in[y * width + x];\n}\n");
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->variants.at(0).buffers.at(1).width, "width");
}

TEST_F(Guess, MissingBoundsChecksAreNamed) {
    const auto names = [&](const std::string& check) {
        const auto experiment = guess("__global__ void k(const float* in, float* out, int width, int height) {\n"
                                      "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                      "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n    " +
                                      check + " out[y * width + x] = in[y * width + x];\n}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        std::string found;
        for (const catalog::Guess& guess : experiment->guesses.at("k"))
            if (guess.message.english().find("not compared with an index") != std::string::npos)
                found += guess.name + " ";
        return found;
    };
    EXPECT_EQ(names(""), "width height ");
    EXPECT_EQ(names("if (x < width)"), "height ");
    EXPECT_EQ(names("if (x < width && y < height)"), "");
    EXPECT_EQ(names("x = min(x, width - 1), y = min(y, height - 1);"), "");
}

TEST_F(Guess, LinearBlocksStayLinear) {
    const auto experiment = guess("__global__ void rows(const float* in, float* out, int width, int height) {\n"
                                  "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                  "    if (x < width) out[blockIdx.y * width + x] = in[blockIdx.y * width + x];\n}\n"
                                  "__global__ void row(const float* in, float* out, int width, int height) {\n"
                                  "    for (int x = threadIdx.x; x < width; x += blockDim.x)\n"
                                  "        out[blockIdx.y * width + x] = in[blockIdx.y * width + x];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    for (const char* name : {"rows", "row"}) {
        const Variant& variant = *find_kernel(*experiment, name);
        EXPECT_EQ(variant.block, (Dim3{256, 1, 1}));
        EXPECT_EQ(variant.block_dimensions, 1u);
    }
    EXPECT_THAT(find_kernel(*experiment, "rows")->launches[0].grid,
                ::testing::ElementsAre("width / block.x + 1", "ceil_div(height, block.y)"));
    EXPECT_THAT(find_kernel(*experiment, "row")->launches[0].grid,
                ::testing::ElementsAre("1", "ceil_div(height, block.y)"));
}

TEST_F(Guess, BlockFollowsTheKernel) {
    const auto experiment =
        guess("#define TILE_DIM 32\n#define BLOCK_ROWS 8\n#include <mma.h>\n"
              "__global__ void transpose(float* out, const float* in, int width, int height) {\n"
              "    __shared__ float tile[TILE_DIM][TILE_DIM + 1];\n"
              "    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;\n"
              "    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * "
              "width + x];\n"
              "    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) out[y * height + x] = tile[threadIdx.x][threadIdx.y "
              "+ i];\n}\n"
              "__global__ void add(int* a, int* b) { int i = blockIdx.x; b[i] = a[i]; }\n"
              "__global__ void julia(unsigned char* p, int dim) {\n"
              "    int x = blockIdx.x, y = blockIdx.y, offset = x + y * gridDim.x;\n    p[offset * 4 + 3] = 255; }\n"
              "__global__ __launch_bounds__(128) void few(float* x, int n) { x[threadIdx.x + blockIdx.x * blockDim.x] "
              "= n; }\n"
              "__global__ __launch_bounds__(64) void plane(float* x, int w) { x[threadIdx.x + threadIdx.y * w] = "
              "blockIdx.x; }\n"
              "__global__ void product(const half* a, const half* b, float* c, int M, int N) {\n"
              "    int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, n = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(c + m * 16 * N + n * 16, fc, N, "
              "wmma::mem_row_major); }\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const auto kernel = [&](const char* name) -> const Variant& { return *find_kernel(*experiment, name); };
    EXPECT_EQ(kernel("transpose").block, (Dim3{32, 8, 1}));
    EXPECT_THAT(kernel("transpose").launches[0].grid,
                ::testing::ElementsAre("ceil_div(width, block.x)", "ceil_div(height, 32)"));
    EXPECT_EQ(kernel("add").block, (Dim3{1, 1, 1})) << "the kernel does not distinguish threads";
    EXPECT_EQ(kernel("julia").block, (Dim3{1, 1, 1}));
    EXPECT_EQ(kernel("julia").buffers.at(0).channels, 4u);
    EXPECT_EQ(kernel("few").block, (Dim3{128, 1, 1}));
    EXPECT_EQ(kernel("plane").block, (Dim3{16, 4, 1}));
    EXPECT_EQ(kernel("product").block, (Dim3{32, 1, 1}));
    EXPECT_THAT(kernel("product").launches[0].grid, ::testing::ElementsAre("ceil_div(side, 16)", "ceil_div(side, 16)"));
    EXPECT_EQ(kernel("product").buffers.at(2).role, BufferRole::output);
}

TEST_F(Guess, SingleBlockMatchesElementsToThreads) {
    const auto experiment =
        guess("__global__ void reverse(int* d, int n) {\n    __shared__ int s[64];\n    int t = threadIdx.x;\n"
              "    s[t] = d[t];\n    __syncthreads();\n    d[t] = s[n - t - 1];\n}\n"
              "__global__ void strided(int* d, int n) {\n    __shared__ int s[64];\n"
              "    for (int i = threadIdx.x; i < n; i += blockDim.x) s[0] = d[i];\n    d[0] = s[0];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(find_kernel(*experiment, "reverse")->block, (Dim3{64, 1, 1}));
    EXPECT_THAT(arguments_of(*find_kernel(*experiment, "reverse")), ::testing::ElementsAre("d", "s32:block.x"));
    EXPECT_THAT(arguments_of(*find_kernel(*experiment, "strided")), ::testing::ElementsAre("d", "s32:elements"));
}

TEST_F(Guess, ParameterNamesGiveSizes) {
    const auto experiment = guess(
        "__global__ void spmv(int rows, const int* row_ptr, const float* x, float* y) {\n"
        "    int r = threadIdx.x + blockIdx.x * blockDim.x; if (r < rows) y[r] = x[row_ptr[r]] + row_ptr[r + 1]; }\n"
        "__global__ void visit(const float* in, const int* rowOffsets, int* out, int numVertices) {\n"
        "    int v = threadIdx.x + blockIdx.x * blockDim.x; if (v < numVertices) out[v] = in[v] + rowOffsets[v + 1]; "
        "}\n"
        "__global__ void rows(const float* src, size_t src_pitch, float* dst, size_t dst_pitch, int2 size) {\n"
        "    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;\n"
        "    if (x < size.x && y < size.y) dst[y * dst_pitch + x] = ((const float*)((const char*)src + y * "
        "src_pitch))[x]; }\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_THAT(arguments_of(*find_kernel(*experiment, "spmv")),
                ::testing::ElementsAre("s32:cells - 1", "row_ptr", "x", "y"));
    EXPECT_THAT(arguments_of(*find_kernel(*experiment, "visit")),
                ::testing::ElementsAre("in", "rowOffsets", "out", "s32:cells"));
    EXPECT_EQ(find_kernel(*experiment, "visit")->buffers.at(1).width, "cells + 1");
    EXPECT_THAT(arguments_of(*find_kernel(*experiment, "rows")),
                ::testing::ElementsAre("src", "u64:width * 4", "dst", "u64:width", "s32x2:width,height"));
}

Variant only_variant(const Result<Experiment>& experiment) {
    EXPECT_TRUE(experiment) << (experiment ? "" : experiment.error().text());
    return experiment ? experiment->variants.at(0) : Variant();
}

std::map<std::string, std::string> lengths_of(const Variant& variant) {
    std::map<std::string, std::string> out;
    for (const BufferSpec& buffer : variant.buffers) out[buffer.name] = buffer.width;
    return out;
}

double initial_of(const Variant& variant, const std::string& parameter) {
    const auto found = std::ranges::find(variant.parameters, parameter, &Parameter::name);
    return found == variant.parameters.end() ? -1 : found->initial;
}

TEST_F(Guess, IndicesGiveLengths) {
    const Variant batch = only_variant(
        guess("__global__ void add(float* out, const float* in, const float* bias, int B, int T, int C) {\n"
              "    int i = blockIdx.x * blockDim.x + threadIdx.x, total = B * T * C;\n    if (i >= total) return;\n"
              "    int b = i / (T * C), t = i / C % T, c = i % C;\n"
              "    const float* row = in + b * T * C * 3 + t * C * 3;\n    out[i] = row[c + C] + bias[c];\n}\n"));
    EXPECT_EQ(lengths_of(batch)["in"], "3 * B * C * T");
    EXPECT_EQ(lengths_of(batch)["bias"], "C");
    EXPECT_EQ(batch.launches.at(0).grid.front(), "ceil_div(B * C * T, block.x)");
    EXPECT_NE(initial_of(batch, "T"), initial_of(batch, "C"));
    const Variant ghosts = only_variant(guess(
        "__global__ void life(const int* in, int* out, int n) {\n"
        "    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;\n"
        "    int at = y * (n + 2) + x;\n    if (x <= n && y <= n) out[at] = in[at - (n + 2)] + in[at + n + 3];\n}\n"));
    EXPECT_EQ(lengths_of(ghosts)["in"], "(n + 2) * (n + 2)");
    const Variant row =
        only_variant(guess("__global__ void row(const int* wall, const int* in, int* out, int cols, int row) {\n"
                           "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n    if (x < cols) out[x] = in[x] + "
                           "wall[cols * row + x];\n}\n"));
    EXPECT_EQ(lengths_of(row)["wall"], "(row + 1) * cols");
}

TEST_F(Guess, WrongStridesDoNotLengthenArrays) {
    const auto lengths = [&](const std::string& stride) {
        return lengths_of(only_variant(
            guess("__global__ void product(const float* a, const float* b, float* c, int M, int N, int K) {\n"
                  "    int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                  "    if (y >= M || x >= N) return;\n    float s = 0;\n"
                  "    for (int k = 0; k < K; ++k) s += a[y * K + k] * b[k * " +
                  stride + " + x];\n    c[y * N + x] = s;\n}\n")))["b"];
    };
    EXPECT_EQ(lengths("N"), "K * N");
    EXPECT_EQ(lengths("K"), "K * N");
}

TEST_F(Guess, StridesFollowTheRows) {
    const Variant product = only_variant(
        guess("__global__ void product(int m, int n, int k, const float* A, int lda, long strideA, float* C, int ldc, "
              "int batch) {\n"
              "    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    if (i >= m || j >= n || blockIdx.z >= batch) return;\n"
              "    const float* a = A + blockIdx.z * strideA;\n    float s = 0;\n"
              "    for (int p = 0; p < k; ++p) s += a[i + p * lda];\n    C[i + j * ldc] = s;\n}\n"));
    const auto arguments = arguments_of(product);
    EXPECT_EQ(arguments.at(4), "s32:m");
    EXPECT_EQ(arguments.at(7), "s32:m");
}

TEST_F(Guess, RowOffsetsAscend) {
    const Variant rows = only_variant(
        guess("__global__ void sum(const int* offsets, const float* values, float* out, int rows) {\n"
              "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= rows) return;\n    float s = 0;\n"
              "    for (int j = offsets[i]; j < offsets[i + 1]; ++j) s += values[j];\n    out[i] = s;\n}\n"));
    EXPECT_EQ(rows.buffers.at(0).contents, "index");
    EXPECT_EQ(lengths_of(rows)["offsets"], "(rows + 1)");
    EXPECT_EQ(lengths_of(rows)["values"], "rows");
}

TEST_F(Guess, MacrosGiveLengths) {
    const Variant wave = only_variant(
        guess("#define AT(x, y) ((y) * (nx) + (x))\n#define ALL(i, n) for (int i = blockIdx.x * blockDim.x + "
              "threadIdx.x; i < (n); i += blockDim.x * gridDim.x)\n"
              "__global__ void wave(const float* in, float* out, int total, int nx, int ny, int nc) {\n"
              "    ALL(i, total) { int x = i % nx, y = i / nx % ny, c = i / nx / ny;\n"
              "        out[i] = in[AT(x, y) * nc + c % nc]; }\n}\n"));
    EXPECT_EQ(lengths_of(wave)["in"], "nc * nx * ny");
}

TEST_F(Guess, OverlappingTilesGiveTheGrid) {
    const Variant blur = only_variant(
        guess("#define TILE 16\n__global__ void blur(const float* in, float* out, int width, int height) {\n"
              "    __shared__ float s[TILE][TILE];\n    int step = TILE - 2;\n"
              "    int x = step * blockIdx.x + threadIdx.x - 1, y = step * blockIdx.y + threadIdx.y - 1;\n"
              "    if (x >= 0 && y >= 0 && x < width && y < height) s[threadIdx.y][threadIdx.x] = in[y * width + x];\n"
              "    out[y * width + x] = s[threadIdx.y][threadIdx.x];\n}\n"));
    EXPECT_EQ(blur.block, (Dim3{16, 16, 1}));
    EXPECT_THAT(blur.launches.at(0).grid, ::testing::ElementsAre("width / 14 + 1", "height / 14 + 1"));
}

TEST_F(Guess, CommentsGiveShapesOrderAndThreads) {
    const std::string losses =
        "// losses (B,T), probs: [B, T, V]\n__global__ void loss(float* losses, const float* probs, int B, int T, int "
        "V) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < B * T * V) losses[i] = probs[i * V];\n}\n";
    const Variant loss = only_variant(guess(losses));
    EXPECT_EQ(lengths_of(loss)["losses"], "B * T");
    EXPECT_EQ(lengths_of(loss)["probs"], "B * T * V");
    const Variant search = only_variant(guess(
        "// keys is sorted; blocks of 128 threads\n__global__ void search(const int* keys, const int* wanted, int* "
        "out, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n) out[i] = keys[i] < wanted[i];\n}\n"));
    EXPECT_EQ(search.buffers.at(0).contents, "index");
    EXPECT_EQ(search.block, (Dim3{128, 1, 1}));
}

TEST_F(Guess, UncheckedTilesAreWhole) {
    const Variant product = only_variant(guess(
        "const int BM = 64, BN = 32;\n__global__ void product(int M, int N, int K, const float* A, float* C) {\n"
        "    const int bx = blockIdx.x, by = blockIdx.y, BM = 64, BN = 32;\n    __shared__ float s[64];\n"
        "    int row = by * BM + threadIdx.x / 32, col = bx * BN + threadIdx.x % 32;\n"
        "    for (int k = 0; k < K; k += 8) s[threadIdx.x / 4] += A[row * K + k];\n    C[row * N + col] = s[0];\n}\n"));
    EXPECT_THAT(product.launches.at(0).grid, ::testing::ElementsAre("ceil_div(side, 32)", "ceil_div(side, 64)"));
    EXPECT_EQ(initial_of(product, "side"), 128);
}

TEST_F(Guess, EmptyValuesFillTables) {
    const Variant insert = only_variant(
        guess("constexpr unsigned none = 0xffffffffu, capacity = 1024;\n"
              "__global__ void insert(unsigned* table, const unsigned* keys, int* color, int n) {\n"
              "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n || color[i] != -1) return;\n"
              "    atomicCAS(&table[keys[i]], 0xffffffffu, keys[i]);\n    color[i] = 1;\n}\n"));
    EXPECT_EQ(insert.buffers.at(0).contents, "4294967295");
    EXPECT_EQ(insert.buffers.at(2).contents, "-1");
}

constexpr const char* line_index = "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

TEST_F(Guess, CheckedSizesAreUneven) {
    const auto experiment = guess(std::string("__global__ void unchecked(int* a) {\n") + line_index +
                                  "    a[i] = i;\n}\n"
                                  "__global__ void table(float* a, int n) {\n"
                                  "    int i = threadIdx.y + blockIdx.y * blockDim.y, j = threadIdx.x;\n"
                                  "    if (i < n && j < n) a[i * n + j] = 1;\n}\n"
                                  "__global__ void fractal(int* a, int width, int height) {\n"
                                  "    int x = threadIdx.x, y = threadIdx.y + blockIdx.y * blockDim.y;\n"
                                  "    if (x < width && y < height) a[y * width + x] = 1;\n}\n"
                                  "struct Range { int n; float by; };\n"
                                  "__global__ void member(float* a, Range range) {\n" +
                                  line_index + "    if (i < range.n) a[i] *= range.by;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const auto size = [&](const char* kernel) { return find_kernel(*experiment, kernel)->parameters.at(0).initial; };
    EXPECT_EQ(size("unchecked"), 4096);
    EXPECT_EQ(size("table"), 60);
    EXPECT_EQ(size("fractal"), 250);
    EXPECT_EQ(size("member"), 4000);
}

TEST_F(Guess, UnusedSizeSuggestsMissingCheck) {
    const auto experiment = guess(std::string("__global__ void scale(float* a, int n) {\n") + line_index +
                                  "    a[i] *= 2;\n}\n"
                                  "struct Gain { int n; float by; };\n"
                                  "__global__ void gain(float* a, Gain gain) {\n" +
                                  line_index + "    a[i] *= gain.by + gain.n;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(find_kernel(*experiment, "scale")->parameters.at(0).initial, 4000);
    EXPECT_THAT(experiment->guesses.at("scale"),
                ::testing::Contains(
                    ::testing::Field(&catalog::Guess::message, ::testing::HasSubstr("n: the kernel does not use it"))));
    EXPECT_EQ(find_kernel(*experiment, "gain")->parameters.at(0).initial, 4096);
}

TEST_F(Guess, BoundsAndArraysTellCounts) {
    const auto argument = [&](const std::string& parameters, const std::string& body) {
        const auto experiment = guess("__global__ void k(const char* text, int* out, " + parameters + ") {\n" +
                                      line_index + "    " + body + "\n}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        return arguments_of(experiment->variants.at(0)).at(2);
    };
    EXPECT_EQ(argument("int numQueries", "if (i < numQueries) out[i] = text[i];"), "s32:cells");
    EXPECT_EQ(argument("int textLength", "for (int k = textLength; k > i; --k) out[i] += text[k - 1];"), "s32:cells");
    EXPECT_EQ(argument("int patternLength", "out[i] = text[patternLength];"), "patternLength");
    EXPECT_EQ(argument("int tile", "if (threadIdx.x < tile) out[i] = text[i];"), "tile");
    EXPECT_EQ(argument("int k", "out[i] = text[i ^ k];"), "k");
    EXPECT_EQ(argument("int k", "for (int j = 0; j < k; ++j) out[i] += text[j];"), "s32:cells");
}

TEST_F(Guess, PairsOfNamesGiveExtents) {
    const auto arguments = [&](const std::string& parameters) {
        const auto experiment = guess("__global__ void k(const char* in, char* out, " + parameters + ") {\n" +
                                      line_index + "    out[i] = in[i];\n}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        const auto all = arguments_of(experiment->variants.at(0));
        return all.at(2) + " " + all.at(3);
    };
    EXPECT_EQ(arguments("int worldWidth, int worldHeight"), "s32:width s32:height");
    EXPECT_EQ(arguments("int mask_rows, int mask_cols"), "mask_rows mask_cols");
    EXPECT_EQ(arguments("int bandwidth, int gain"), "bandwidth gain");
}

TEST_F(Guess, WarpsPerElementGetThreads) {
    const auto grid = [&](const std::string& index) {
        const auto experiment = guess("__global__ void k(const float* in, float* out, int n) {\n    int w = " + index +
                                      ";\n    if (w < n) out[w] = in[w];\n}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        return experiment->variants.at(0).launches.at(0).grid.at(0);
    };
    EXPECT_EQ(grid("(blockIdx.x * blockDim.x + threadIdx.x) / 32"), "cells * 32 / block.x + 1");
    EXPECT_EQ(grid("(blockIdx.x * blockDim.x + threadIdx.x) >> 5"), "cells * 32 / block.x + 1");
    EXPECT_EQ(grid("blockIdx.x * blockDim.x + threadIdx.x"), "ceil_div(cells, block.x)");
}

TEST_F(Guess, ExplicitInstantiationsAreInstances) {
    const auto experiment =
        guess("struct Half { __device__ float operator()(float v) const { return v / 2; } };\n"
              "template<class T, class Op> __global__ void apply(T* f, Op op) { f[threadIdx.x] = op(1); }\n"
              "template __global__ void apply<float, Half>(float*, Half);\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    ASSERT_EQ(experiment->variants.size(), 1u);
    EXPECT_EQ(experiment->variants.at(0).title, "apply<float, Half>");
    const auto nested =
        guess("template<class T> struct Square { __device__ T operator()(T v) const { return v * v; } };\n"
              "template<class T, class Op> __global__ void apply(T* f, Op op) { f[threadIdx.x] = op(1); }\n"
              "template __global__ void apply<float, Square<float>>(float*, Square<float>);\n");
    ASSERT_TRUE(nested) << nested.error().text();
    EXPECT_EQ(nested->variants.at(0).title, "apply<float, Square<float>>");
}

TEST_F(Guess, TemplateArgumentSetsTheBlock) {
    const auto experiment =
        guess("template<unsigned int blockSize> __global__ void sum(const float* in, float* out) {\n"
              "    __shared__ float s[blockSize];\n"
              "    s[threadIdx.x] = in[blockIdx.x * blockSize + threadIdx.x];\n"
              "    out[blockIdx.x] = s[0];\n}\n"
              "void run(float* f) { sum<128><<<8, 128>>>(f, f); }\n"
              "template<int TILE> __global__ void copy(const float* in, float* out, int n) {\n"
              "    out[threadIdx.y * n + threadIdx.x] = in[blockIdx.y * TILE];\n}\n"
              "template<int THREADS> __global__ void fill(float* out) {\n"
              "    out[blockIdx.x * THREADS + threadIdx.x] = 1;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(find_kernel(*experiment, "sum<128>")->block, (Dim3{128, 1, 1}));
    EXPECT_EQ(find_kernel(*experiment, "copy<16>")->block, (Dim3{16, 16, 1}));
    EXPECT_EQ(find_kernel(*experiment, "fill<256>")->block, (Dim3{256, 1, 1}));
}

TEST_F(Guess, IndicesGiveTheBlock) {
    const std::string copy = " __global__ void copy(const float* a, float* b, int w, int h) {\n"
                             "    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;\n"
                             "    if (x < w && y < h) b[y * w + x] = a[y * w + x];\n}\n";
    const std::string parameters = "template<int BX, int BY = 8>", arguments = "(const float*, float*, int, int);\n";
    for (const auto& [text, block] :
         {std::pair("#define BX 32\n#define BY (2 * 2)\n" + copy, Dim3{32, 4, 1}),
          {"const unsigned int BX = 1 << 5; constexpr int BY = BX / 4;\n" + copy, Dim3{32, 8, 1}},
          {parameters + copy + "template __global__ void copy<16>" + arguments, Dim3{16, 8, 1}},
          {parameters + copy + "template __global__ void copy<8, 64>" + arguments, Dim3{8, 64, 1}}}) {
        const auto experiment = guess(text);
        ASSERT_TRUE(experiment) << experiment.error().text();
        EXPECT_EQ(experiment->variants.at(0).block, block) << text;
    }
}

TEST_F(Guess, TilesOfLinearBlocksAndStepsGiveTheGrid) {
    const auto linear =
        guess("#define B 16\n__global__ void product(int M, int N, int K, const float* A, float* C) {\n"
              "    const int row = blockIdx.x * B + threadIdx.x / B, col = blockIdx.y * B + (threadIdx.x % B);\n"
              "    if (row < M && col < N) C[row * N + col] = A[row * K];\n}\n");
    ASSERT_TRUE(linear) << linear.error().text();
    EXPECT_EQ(linear->variants.at(0).block, (Dim3{256, 1, 1}));
    EXPECT_THAT(linear->variants.at(0).launches.at(0).grid,
                ::testing::ElementsAre("ceil_div(side, 16)", "ceil_div(side, 16)"));
    const auto steps =
        guess("#define STEPS 4\n__global__ void rows(const float* in, float* out, int width, int height) {\n"
              "    int x = (blockIdx.x * STEPS - 1) * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;\n"
              "    for (int i = 1; i < STEPS + 1; i++) out[y * width + x + i * 16] = in[y * width + x + i * 16];\n}\n");
    ASSERT_TRUE(steps) << steps.error().text();
    EXPECT_EQ(steps->variants.at(0).block, (Dim3{16, 4, 1}));
    EXPECT_EQ(steps->variants.at(0).launches.at(0).grid.front(), "ceil_div(width, 64)");
}

TEST_F(Guess, OverlappingAndLoopingBlocksGiveTheGrid) {
    const std::string head =
        "#define R 2\n__global__ void blur(const float* in, float* out, int width, int height) {\n";
    const auto overlap = guess(
        head + "    int x = blockIdx.x * 28 + threadIdx.x - R, y = blockIdx.y * 28 + threadIdx.y - R;\n"
               "    if (x >= 0 && y >= 0 && x < width && y < height) out[y * width + x] = in[y * width + x];\n}\n");
    ASSERT_TRUE(overlap) << overlap.error().text();
    EXPECT_EQ(overlap->variants.at(0).block, (Dim3{32, 32, 1}));
    EXPECT_THAT(overlap->variants.at(0).launches.at(0).grid,
                ::testing::ElementsAre("width / 28 + 1", "height / 28 + 1"));
    const auto loop = guess(
        head + "    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 64;\n"
               "    for (int k = threadIdx.y; k < 64; k += 8)\n"
               "        if (x < width && y0 + k < height) out[(y0 + k) * width + x] = in[(y0 + k) * width + x];\n}\n");
    ASSERT_TRUE(loop) << loop.error().text();
    EXPECT_EQ(loop->variants.at(0).block, (Dim3{16, 8, 1}));
    EXPECT_EQ(loop->variants.at(0).launches.at(0).grid.back(), "height / 64 + 1");
    const auto columns =
        guess("__global__ void sums(const float* in, float* out, int rows, int cols) {\n"
              "    __shared__ float part[8][33];\n    int c = blockIdx.x * 32 + threadIdx.x;\n    float s = 0;\n"
              "    for (int r = threadIdx.y; r < rows; r += 8) s += in[r * cols + min(c, cols - 1)];\n"
              "    part[threadIdx.y][threadIdx.x] = s;\n    __syncthreads();\n"
              "    if (threadIdx.y == 0 && c < cols) out[c] = part[0][threadIdx.x];\n}\n");
    ASSERT_TRUE(columns) << columns.error().text();
    EXPECT_EQ(columns->variants.at(0).block, (Dim3{32, 8, 1}));
    EXPECT_EQ(columns->variants.at(0).launches.at(0).grid.back(), "1");
}

TEST_F(Guess, NumbersOfAThreadAreNotItsElements) {
    const auto experiment =
        guess("#define DIMS 4\n__global__ void nearest(const float* points, int* labels, int n) {\n"
              "    int p = blockIdx.x * blockDim.x + threadIdx.x;\n    if (p >= n) return;\n    float s = 0;\n"
              "    for (int d = 0; d < DIMS; d++) s += points[p * DIMS + d];\n    labels[p] = s > 2;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).buffers.at(0).depth, "4");
    EXPECT_EQ(experiment->variants.at(0).launches.at(0).grid.front(), "ceil_div(elements, block.x)");
}

TEST_F(Guess, HalvesOfAnArrayGiveTwoElementsPerThread) {
    for (const char* half : {"N / 2", "blockDim.x"}) {
        const std::string second = std::string("t + ") + half;
        const auto experiment = guess("#define N 512\n__global__ void sort(int* keys) {\n"
                                      "    __shared__ int s[N];\n    int t = threadIdx.x;\n"
                                      "    s[t] = keys[blockIdx.x * N + t];\n    s[" +
                                      second + "] = keys[blockIdx.x * N + " + second +
                                      "];\n    __syncthreads();\n    keys[blockIdx.x * N + t] = s[N - 1 - t];\n}\n");
        ASSERT_TRUE(experiment) << experiment.error().text();
        EXPECT_EQ(experiment->variants.at(0).block, (Dim3{256, 1, 1}));
        EXPECT_EQ(experiment->variants.at(0).launches.at(0).grid.front(), "ceil_div(elements, block.x * 2)");
    }
}

TEST_F(Guess, ThreadsHandleRowsAndColumns) {
    const auto losses = guess("__global__ void losses(const float* logits, float* out, int B, int V) {\n"
                              "    int b = blockIdx.x * blockDim.x + threadIdx.x;\n    if (b >= B) return;\n"
                              "    const float* row = logits + b * V;\n    float most = row[0];\n"
                              "    for (int v = 1; v < V; v++) most = fmaxf(most, row[v]);\n    out[b] = most;\n}\n");
    ASSERT_TRUE(losses) << losses.error().text();
    EXPECT_THAT(arguments_of(losses->variants.at(0)),
                ::testing::ElementsAre("logits", "out", "s32:height", "s32:width"));
    const std::string head =
        "__global__ void product(const float* a, const float* x, float* y, int m, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= m) return;\n    float sum = 0;\n";
    const auto rows = guess(head + "    for (int j = 0; j < n; ++j) sum += a[i * n + j] * x[j];\n    y[i] = sum;\n}\n");
    ASSERT_TRUE(rows) << rows.error().text();
    const Variant& by_rows = rows->variants.at(0);
    EXPECT_EQ(by_rows.buffers.at(1).width, "width");
    EXPECT_EQ(by_rows.buffers.at(2).width, "height");
    EXPECT_EQ(by_rows.launches.at(0).grid.front(), "height / block.x + 1");
    EXPECT_THAT(arguments_of(by_rows), ::testing::ElementsAre("a", "x", "y", "s32:height", "s32:width"));
    const auto columns =
        guess(head + "    for (int j = 0; j < n; ++j) sum += a[j * m + i] * x[j];\n    y[i] = sum;\n}\n");
    ASSERT_TRUE(columns) << columns.error().text();
    const Variant& by_columns = columns->variants.at(0);
    EXPECT_EQ(by_columns.buffers.at(1).width, "height");
    EXPECT_EQ(by_columns.buffers.at(2).width, "width");
    EXPECT_EQ(by_columns.launches.at(0).grid.front(), "width / block.x + 1");
    const auto unchecked = guess("__global__ void sums(const int* a, int* y, int width, int height) {\n"
                                 "    int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;\n"
                                 "    for (int x = 0; x < width; x++) s += a[i * width + x];\n    y[i] = s;\n}\n");
    ASSERT_TRUE(unchecked) << unchecked.error().text();
    EXPECT_EQ(unchecked->variants.at(0).launches.at(0).grid.front(), "height / block.x + 1");
    EXPECT_THAT(arguments_of(by_columns), ::testing::ElementsAre("a", "x", "y", "s32:width", "s32:height"));
    const auto pairs =
        guess(head + "    for (int d = 0; d < 2; ++d) sum += a[i * 2 + d];\n    y[i] = sum * x[n];\n}\n");
    ASSERT_TRUE(pairs) << pairs.error().text();
    EXPECT_EQ(pairs->variants.at(0).launches.at(0).grid.front(), "ceil_div(m, block.x)");
    EXPECT_EQ(pairs->variants.at(0).buffers.at(0).width, "2 * m");
    const auto flat = guess(head + "    int column = i % n, row = i / n;\n    y[row * n + column] = a[i] + x[i];\n}\n");
    ASSERT_TRUE(flat) << flat.error().text();
    EXPECT_EQ(flat->variants.at(0).launches.at(0).grid.front(), "ceil_div(m, block.x)");
}

TEST_F(Guess, PaddedArraysKeepTheirEnds) {
    const auto experiment = guess("#define RADIUS 3\n__global__ void stencil(const int* in, int* out) {\n"
                                  "    int g = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;\n"
                                  "    out[g - RADIUS] = in[g - RADIUS] + in[g + RADIUS];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).launches.at(0).grid.front(), "max(1, (cells - 6) / block.x)");
}

TEST_F(Guess, WarpsHandleRows) {
    const auto experiment = guess("__global__ void sum(const float* m, float* out, int rows, int cols) {\n"
                                  "    int row = blockIdx.x * blockDim.y + threadIdx.y;\n    if (row >= rows) return;\n"
                                  "    float s = 0;\n"
                                  "    for (int c = threadIdx.x; c < cols; c += 32) s += m[row * cols + c];\n"
                                  "    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(0xffffffff, s, d);\n"
                                  "    if (threadIdx.x == 0) out[row] = s;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).block, (Dim3{32, 8, 1}));
    EXPECT_THAT(experiment->variants.at(0).launches.at(0).grid, ::testing::ElementsAre("ceil_div(height, block.y)"));
    const auto of_block = guess("#define WARP 32\n__global__ void norm(const float* m, float* out, int cols) {\n"
                                "    __shared__ float s[32];\n    float sum = m[blockIdx.x * cols + threadIdx.x];\n"
                                "    s[threadIdx.x / WARP] = sum;\n    __syncthreads();\n"
                                "    if (threadIdx.x < WARP) out[blockIdx.x] = s[threadIdx.x];\n}\n");
    ASSERT_TRUE(of_block) << of_block.error().text();
    EXPECT_EQ(of_block->variants.at(0).block, (Dim3{256, 1, 1}));
}

TEST_F(Guess, ConstantsInChecksGiveSizes) {
    const auto line = guess("#define N (33 * 1024)\n__global__ void dot(const float* a, float* c) {\n"
                            "    int i = threadIdx.x + blockIdx.x * blockDim.x;\n    float sum = 0;\n"
                            "    while (i < N) { sum += a[i]; i += blockDim.x * gridDim.x; }\n"
                            "    c[blockIdx.x] = sum;\n}\n");
    ASSERT_TRUE(line) << line.error().text();
    EXPECT_EQ(line->default_input, "noise:33792");
    const std::string plane =
        "#define DIM 320\n__global__ void blend(const float* in, float* out) {\n"
        "    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;\n"
        "    int at = x + y * blockDim.x * gridDim.x;\n";
    for (const char* check :
         {"    if (x < DIM && y < 200) out[at] = in[at];\n}\n",
          "    out[at] = in[x == DIM - 1 ? at : at + 1] + in[y == 200 - 1 ? at : at + DIM];\n}\n"}) {
        const auto experiment = guess(plane + check);
        ASSERT_TRUE(experiment) << experiment.error().text();
        EXPECT_EQ(experiment->default_input, "noise:320x200") << check;
    }
}

TEST_F(Guess, LoopsOverPlanesGivePlanes) {
    const auto experiment =
        guess("__global__ void stream(const double* f, double* g, int nx, int ny) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    if (x >= nx || y >= ny) return;\n"
              "    for (int q = 0; q < 9; ++q) g[(q * ny + y) * nx + x] = f[(q * ny + y) * nx + nx - 1 - x];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).buffers.at(0).depth, "9");
    EXPECT_EQ(experiment->variants.at(0).buffers.at(1).depth, "9");
}

TEST_F(Guess, StepsAreNotSizes) {
    const auto merge = guess("__global__ void merge(const int* in, int* out, int n, int width) {\n"
                             "    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * width;\n"
                             "    if (first < n) out[first] = in[min(first + width, n - 1)];\n}\n");
    ASSERT_TRUE(merge) << merge.error().text();
    EXPECT_EQ(arguments_of(merge->variants.at(0)).at(3), "width_");
    const auto columns =
        guess("__global__ void unfold(const float* in, float* out, int height, int width, int stride) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    if (x < width && y < height) out[y * width + x] = in[min(x * stride, width - 1)];\n}\n");
    ASSERT_TRUE(columns) << columns.error().text();
    EXPECT_EQ(arguments_of(columns->variants.at(0)).at(4), "stride");
}

TEST_F(Guess, IncompleteKernelsAreReadSafely) {
    const std::string whole = "#define K 4\n__global__ void k(const float* in, float* out, int n, int rows) {\n"
                              "    __shared__ float s[K][K + 1];\n    int i = blockIdx.x * K + threadIdx.x - 1;\n"
                              "    for (int j = threadIdx.y; j < n; j += 8) s[j][i] = in[(j * rows + i) * n];\n"
                              "    if (i == K - 1) atomicAdd(&out[i * n + 2], *in += (4 * n)); }\n";
    for (size_t end = 0; end < whole.size(); ++end)
        for (const char* rest : {"", "}", ";}", " ==", "[ }"}) static_cast<void>(guess(whole.substr(0, end) + rest));
}

TEST_F(Guess, TilesOutrankConstants) {
    const auto experiment = guess("#define OUT_TILE 12\n"
                                  "__global__ void blur(const float* in, float* out, int width, int height) {\n"
                                  "    __shared__ float s[16][16];\n"
                                  "    int x = blockIdx.x * OUT_TILE + threadIdx.x, y = blockIdx.y * OUT_TILE;\n"
                                  "    s[threadIdx.y][threadIdx.x] = in[y * width + x];\n"
                                  "    out[y * width + x] = s[threadIdx.y][threadIdx.x];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).block, (Dim3{16, 16, 1}));
}

TEST_F(Guess, ExchangedBlocksNeedSquares) {
    const auto experiment = guess("__global__ void turn(float* out, const float* in) {\n"
                                  "    int width = gridDim.x * 32, x = blockIdx.y * 32 + threadIdx.x;\n"
                                  "    out[(blockIdx.x * 32 + threadIdx.y) * width + x] = in[x];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).buffers.at(0).height, "side");
}

TEST_F(Guess, AtomicOffsetsAreNotSingle) {
    const auto experiment = guess("__global__ void degree(const int2* edges, int* degree, int* total, int n) {\n" +
                                  std::string(line_index) +
                                  "    if (i < n) { atomicAdd(degree + edges[i].x, 1); atomicAdd(total, 1); }\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).buffers.at(1).width, "256"); // as many as noise has values
    EXPECT_EQ(experiment->variants.at(0).buffers.at(2).width, "1");
}

TEST(ParameterNames, SizesAreNotSliders) {
    for (const char* name : {"numARows", "numBColumns", "dstHeight", "C", "N", "grayWidthStep", "d_num_cols", "width"})
        EXPECT_TRUE(names_size(name)) << name;
    for (const char* name : {"radius", "r", "iterations", "timestep", "threshold", "c"})
        EXPECT_FALSE(names_size(name)) << name;
}

TEST(ParameterNames, ComplexNumbersHaveTwoChannels) {
    const auto cells = [](const char* type) {
        const auto cell = cell_type(type);
        return cell ? std::pair(cell->type, cell->channels) : std::pair(ElementType::u8, 0u);
    };
    EXPECT_EQ(cells("cuFloatComplex"), std::pair(ElementType::f32, 2u));
    EXPECT_EQ(cells("cuDoubleComplex"), std::pair(ElementType::f64, 2u));
    EXPECT_EQ(cells("__half2"), std::pair(ElementType::f16, 2u));
    EXPECT_EQ(cells("__nv_bfloat16"), std::pair(ElementType::bf16, 1u));
}

TEST_F(Guess, StoredVariableIsTheOutput) {
    const auto experiment = guess(
        "__device__ unsigned long long total; __device__ float result[256];\n"
        "__global__ void k(const unsigned* words, int n) {\n"
        "    int i = threadIdx.x; if (i < n) atomicAdd(&total, 1ull); result[i] = words[i]; }\n"
        "__global__ void none(const unsigned* words, int n) { int i = threadIdx.x; if (i < n) use(words[i]); }\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const Variant& variant = *find_kernel(*experiment, "k");
    ASSERT_EQ(variant.buffers.size(), 3u);
    EXPECT_EQ(variant.buffers[0].role, BufferRole::input);
    EXPECT_EQ(variant.buffers[1].variable + " " + variant.buffers[1].width, "result 256");
    EXPECT_EQ(variant.buffers[1].role, BufferRole::output);
    EXPECT_EQ(variant.buffers[2].type, ElementType::u64);
    EXPECT_EQ(variant.buffers[2].owners, Owners::many);
    EXPECT_THAT(
        experiment->guesses.at("none"),
        ::testing::Contains(::testing::Field(&catalog::Guess::message, ::testing::HasSubstr("no output was found"))));
}

TEST_F(Guess, FunctionObjectsArePassed) {
    const auto experiment =
        guess("template<class Op> __global__ void apply(float* f, Op op) { f[threadIdx.x] = op(1); }\n"
              "struct Square { __device__ float operator()(float v) const { return v * v; } };\n"
              "void run(float* f) { apply<<<1, 32>>>(f, Square()); }\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_EQ(experiment->variants.at(0).title, "apply<Square>");
    EXPECT_THAT(arguments_of(experiment->variants[0]), ::testing::ElementsAre("f", "u8:0"));
    EXPECT_THAT(experiment->guesses.begin()->second.front().message, ::testing::HasSubstr("FILE.cu:apply<...>"));
}

TEST_F(Guess, ExplainsWhatCannotBeGuessed) {
    const auto pointers = guess("__global__ void gather(float** rows, float* out) { out[0] = rows[0][0]; }\n");
    ASSERT_FALSE(pointers);
    EXPECT_THAT(pointers.error().message, ::testing::HasSubstr("'float*', which is itself a pointer"));
    const auto own = guess("struct Body { float* m; };\n__global__ void k(Body* b) { b[0].m[0] = 1; }\n");
    ASSERT_FALSE(own);
    EXPECT_THAT(own.error().message, ::testing::HasSubstr("'Body'"));
    EXPECT_FALSE(guess("int main() {}\n"));
    EXPECT_EQ(guess_experiment(folder_ / "none.cu").error().kind, ErrorKind::environment);
}

TEST_F(Guess, SavedExperimentIsTheSame) {
    const auto guessed = guess(sobel);
    ASSERT_TRUE(guessed);
    const Variant& one = guessed->variants[0];
    const auto loaded = load_experiment(write("saved.toml", toml_text(*guessed, one, folder_)));
    ASSERT_TRUE(loaded) << loaded.error().text();
    const Variant& other = loaded->variants.at(0);
    EXPECT_TRUE(std::filesystem::equivalent(other.source, one.source));
    EXPECT_EQ(arguments_of(other), arguments_of(one));
    EXPECT_EQ(other.launches[0].grid, one.launches[0].grid);
    EXPECT_EQ(other.launches[0].kernel, "sobel");
    EXPECT_EQ(other.block, one.block);
    EXPECT_EQ(other.block_dimensions, one.block_dimensions);
    EXPECT_EQ(loaded->default_input, "picture");
    ASSERT_EQ(other.buffers.size(), one.buffers.size());
    for (size_t i = 0; i < one.buffers.size(); ++i) {
        EXPECT_EQ(other.buffers[i].type, one.buffers[i].type);
        EXPECT_EQ(other.buffers[i].role, one.buffers[i].role);
        EXPECT_EQ(other.buffers[i].owners, one.buffers[i].owners);
        EXPECT_EQ(other.buffers[i].is_main_input, one.buffers[i].is_main_input);
    }
    EXPECT_EQ(other.parameters.at(0).initial, one.parameters.at(0).initial);
}

TEST_F(Guess, FileSetsFoldersAndDefinitions) {
    (void)write("k.cu", "__global__ void k(int* out) { out[0] = 1; }\n");
    const auto loaded =
        load_experiment(write("k.toml", "include = [\"inc\"]\n[define]\nN = 3\nNAME = \"value\"\n"
                                        "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = 1\n"
                                        "[[launch]]\nkernel = \"k\"\ngrid = 1\narguments = [\"out\"]\n"));
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->variants[0].include_folders.at(0), folder_ / "inc");
    const auto prepared = prepare(loaded->variants[0], default_settings(loaded->variants[0]), {});
    ASSERT_TRUE(prepared) << prepared.error().text();
    EXPECT_THAT(prepared->defines, ::testing::ElementsAre(std::pair<std::string, std::string>("N", "3"),
                                                          std::pair<std::string, std::string>("NAME", "value")));
}

} // namespace
} // namespace warpscope::catalog
