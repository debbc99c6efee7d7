// Guessed set-ups for kernels that take structs by value or by pointer.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/guess/toml_text.hpp"
#include "catalog/guess_fixture.hpp"

namespace warpscope::catalog {
namespace {

class GuessObjects : public GuessFixture {};

std::vector<std::string> buffers_of(const Variant& variant) {
    std::vector<std::string> out;
    for (const BufferSpec& buffer : variant.buffers)
        out.push_back(fmt::format("{} {} {} x {} of {} x {}{}", buffer.name,
                                  buffer.role == BufferRole::input ? "input" : "output", buffer.width, buffer.height,
                                  name_of(buffer.type), buffer.channels, buffer.is_main_input ? ", main" : ""));
    return out;
}

TEST_F(GuessObjects, StructsByValueBecomeFields) {
    const auto experiment = guess(
        "typedef struct { int width, height; float* elements; } Matrix;\n"
        "struct Fall { float dt; float3 down; float weights[2]; static const int order = 2; };\n"
        "__device__ float get(const Matrix m, int row, int column) { return m.elements[row * m.width + column]; }\n"
        "__global__ void product(const Matrix A, const Matrix B, Matrix C) {\n"
        "    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    float sum = 0;\n    for (int e = 0; e < A.width; ++e) sum += get(A, row, e) * get(B, e, col);\n"
        "    C.elements[row * C.width + col] = sum;\n}\n"
        "__global__ void fall(float* y, Fall f, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n) y[i] -= f.dt * f.down.y * f.weights[i % 2];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    const Variant& product = *find_kernel(*experiment, "product");
    EXPECT_THAT(arguments_of(product),
                ::testing::ElementsAre("[s32:side, s32:side, A_elements]", "[s32:side, s32:side, B_elements]",
                                       "[s32:side, s32:side, C_elements]"));
    EXPECT_THAT(buffers_of(product), ::testing::ElementsAre("A_elements input side x side of f32 x 1",
                                                            "B_elements input side x side of f32 x 1",
                                                            "C_elements output side x side of f32 x 1"));
    const Variant& fall = *find_kernel(*experiment, "fall");
    EXPECT_THAT(arguments_of(fall),
                ::testing::ElementsAre("y", "[f_dt, f32x3:1,1,1, [f_weights, f_weights]]", "s32:elements"));
    std::ofstream(folder_ / "own.toml") << toml_text(*experiment, fall, folder_);
    const auto saved = open_experiment(folder_ / "own.toml");
    ASSERT_TRUE(saved) << saved.error().text();
    EXPECT_EQ(arguments_of(saved->variants.at(0)), arguments_of(fall));
}

TEST_F(GuessObjects, TemplateTypesReplaceParameters) {
    const auto experiment = guess("template<typename T> struct Span { T* data; int size; };\n"
                                  "__global__ void scale(Span<double> s, float by) {\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                  "    if (i < s.size) s.data[i] *= by;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_THAT(arguments_of(experiment->variants.at(0)), ::testing::ElementsAre("[s_data, s32:elements]", "by"));
    EXPECT_THAT(buffers_of(experiment->variants.at(0)),
                ::testing::ElementsAre("s_data output elements x 1 of f64 x 1"));
}

TEST_F(GuessObjects, PicturesAreNotMatrices) {
    const auto experiment =
        guess("struct Image { int width, height; unsigned char* pixels; };\n"
              "__global__ void invert(Image src, Image dst) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    if (x < src.width && y < src.height)\n"
              "        dst.pixels[y * dst.width + x] = 255 - src.pixels[y * src.width + x];\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_THAT(buffers_of(experiment->variants.at(0)),
                ::testing::ElementsAre("src_pixels input width x height of u8 x 1, main",
                                       "dst_pixels output width x height of u8 x 1"));
}

TEST_F(GuessObjects, StructArraysBecomeNumberBuffers) {
    const auto experiment =
        guess("struct Pixel { unsigned char r, g, b; };\n"
              "struct Body { float3 at, speed; float mass; };\n"
              "struct Hit { float distance; int id; double time; };\n"
              "__global__ void grey(const Pixel* in, Pixel* out, int width, int height) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    if (x < width && y < height) out[y * width + x].r = in[y * width + x].g;\n}\n"
              "__global__ void move(Body* bodies, Hit* hits, int n) {\n"
              "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n"
              "    Body& body = bodies[i];\n    body.at.x += body.speed.x;\n    hits[i].id = i;\n}\n");
    ASSERT_TRUE(experiment) << experiment.error().text();
    EXPECT_THAT(
        buffers_of(*find_kernel(*experiment, "grey")),
        ::testing::ElementsAre("in input width x height of u8 x 3, main", "out output width x height of u8 x 3"));
    const Variant& move = *find_kernel(*experiment, "move");
    EXPECT_THAT(buffers_of(move), ::testing::ElementsAre("bodies output (elements) * 7 x 1 of f32 x 1",
                                                         "hits output (elements) * 4 x 1 of u32 x 1"));
    EXPECT_TRUE(move.buffers[0].contents.value_or("").starts_with("noise"));
}

TEST_F(GuessObjects, UnguessableStructsGetAHint) {
    const auto experiment =
        guess("struct Node { int value; Node* next; };\n"
              "struct Gain { float factor; int steps; };\n"
              "__global__ void walk(const Node* nodes, Gain gain, int n) { int i = nodes->value; }\n");
    ASSERT_FALSE(experiment);
    EXPECT_THAT(experiment.error().message, ::testing::HasSubstr("'Node', which contains pointers"));
    EXPECT_THAT(experiment.error().hint,
                ::testing::HasSubstr("kernel = \"walk\", arguments = [\"nodes\", [\"f32:1\", \"s32:1\"], \"s32:1\"]"));
}

TEST_F(GuessObjects, RequestedKernelExplainsItsRejection) {
    std::ofstream(folder_ / "own.cu") << "__global__ void rows(float** a, int n) { a[0][0] = n; }\n"
                                         "__global__ void one(float* a) { a[threadIdx.x] = 1; }\n";
    EXPECT_TRUE(guess_experiment(folder_ / "own.cu", {}, {}, "one"));
    const auto refused = guess_experiment(folder_ / "own.cu", {}, {}, "rows");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("rows of"));
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("itself a pointer"));
}

TEST_F(GuessObjects, RowRangeExcludesMissingNeighbors) {
    const std::string head = "__global__ void smooth(const float* a, float* b, int iy_start, int iy_end, int nx) {\n"
                             "    int iy = blockIdx.y * blockDim.y + threadIdx.y + iy_start, ix = threadIdx.x + 1;\n"
                             "    if (iy < iy_end && ix < nx - 1) b[iy * nx + ix] = ";
    const auto last = [&](const std::string& value) {
        const auto experiment = guess(head + value + ";\n}\n");
        EXPECT_TRUE(experiment) << experiment.error().text();
        const auto arguments = arguments_of(experiment->variants.at(0));
        return arguments.at(2) + " " + arguments.at(3);
    };
    EXPECT_EQ(last("a[(iy - 1) * nx + ix]"), "s32:1 s32:side - 1");
    EXPECT_EQ(last("a[iy * nx + ix]"), "s32:0 s32:side");
}

} // namespace
} // namespace warpscope::catalog
