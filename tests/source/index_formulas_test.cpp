#include <gmock/gmock.h>

#include "base/files.hpp"
#include "source/index_formulas.hpp"

namespace warpscope::source {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> found(std::string_view source, std::string_view kernel = "") {
    std::vector<std::string> lines;
    for (const IndexFormula& formula : index_formulas(source, kernel))
        lines.push_back(std::to_string(formula.line) + ": " + formula.name + " = " + formula.expression);
    return lines;
}

TEST(IndexFormulas, FindsDeclarationsInOrder) {
    EXPECT_THAT(found("__global__ void k(float* out, int width, const unsigned height) {\n"
                      "    int col = blockIdx.x * blockDim.x + threadIdx.x;\n"
                      "    const int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
                      "    if (row < height) {\n"
                      "        size_t pixel = row * width + col;\n"
                      "        out[pixel] = 1;\n"
                      "    }\n"
                      "}\n"),
                ElementsAre("2: col = blockIdx.x * blockDim.x + threadIdx.x",
                            "3: row = blockIdx.y * blockDim.y + threadIdx.y", "5: pixel = row * width + col"));
}

TEST(IndexFormulas, OverloadsHaveNone) {
    const char* const source = "__global__ void k(int n) { int x = threadIdx.x; }\n"
                               "__global__ void k(float f) { int y = threadIdx.x; }\n"
                               "__global__ void other() { int z = threadIdx.x; }\n";
    EXPECT_THAT(found(source, "k"), IsEmpty());
    EXPECT_THAT(found(source, "other"), ElementsAre("3: z = threadIdx.x"));
}

TEST(IndexFormulas, ReadsSeveralPerDeclaration) {
    EXPECT_THAT(found("__global__ void k(int n) {\n"
                      "  unsigned int x = threadIdx.x,\n"
                      "               y = min(x, 3), z = n - 1, w = max(x, y);\n"
                      "}\n"),
                ElementsAre("2: x = threadIdx.x", "3: y = min(x, 3)", "3: w = max(x, y)"));
}

TEST(IndexFormulas, RequireKnownIntegers) {
    EXPECT_THAT(found("__global__ void k(float f, int* p, int n) {\n"
                      "    int sum = 0, count = n;\n"          // computed without an index
                      "    float x = threadIdx.x;\n"           // not an integer
                      "    int a = p[threadIdx.x];\n"          // reads memory
                      "    int b = f * threadIdx.x;\n"         // uses a float parameter
                      "    int c = threadIdx.x < 3 ? 1 : 2;\n" // a conditional, not arithmetic
                      "    int d = helper(threadIdx.x);\n"
                      "    int* q = p + threadIdx.x;\n"
                      "    int tile[32];\n"
                      "    for (int i = threadIdx.x; i < n; i += blockDim.x) { int e = i + n; }\n"
                      "    for (int j = -n; j <= n; ++j) { int g = threadIdx.x + j; }\n"
                      "}\n"),
                ElementsAre("10: i = threadIdx.x", "10: e = i + n"));
}

TEST(IndexFormulas, AcceptConstantsInCapitals) {
    EXPECT_THAT(found("#define TILE_DIM 16\n__global__ void k() {\n int r = blockIdx.y * TILE_DIM + threadIdx.y;\n}\n"),
                ElementsAre("3: r = blockIdx.y * TILE_DIM + threadIdx.y"));
}

TEST(IndexFormulas, IgnoreCommentsStringsAndMacros) {
    EXPECT_THAT(found("// __global__ void no(int n) { int i = threadIdx.x; }\n"
                      "/* int j = threadIdx.x;\n */\n"
                      "#define X int l = threadIdx.x;\n"
                      "__global__ void k(int n) {\n"
                      "    // int i = threadIdx.y;\n"
                      "    printf(\"{ int m = threadIdx.x; \\\" }\");\n"
                      "    int i = threadIdx.x; // int o = threadIdx.x;\n"
                      "}\n"),
                ElementsAre("8: i = threadIdx.x"));
}

TEST(IndexFormulas, SearchTheNamedKernel) {
    const char* source =
        "__device__ int helper(int n) { int h = threadIdx.x; return h; }\n"
        "__global__ void first(int n);\n"
        "__global__ void first(int n) { int a = threadIdx.x; }\n"
        "template<int N>\n"
        "__global__ void __launch_bounds__(256, 2) second(int m) { int b = threadIdx.x + m; int c = b + n; }\n";
    EXPECT_THAT(found(source), ElementsAre("3: a = threadIdx.x"));
    EXPECT_THAT(found(source, "second"), ElementsAre("5: b = threadIdx.x + m"));
    EXPECT_THAT(found(source, "third"), IsEmpty());
}

TEST(IndexFormulas, BrokenTextIsHarmless) {
    const std::string source = "__global__ void k(int n) {\n int a = threadIdx.x, b = (a + 1) * n; for (int i = a;;) { "
                               "/* */ 'x'; \"s\" }\n}\n";
    for (size_t length = 0; length <= source.size(); ++length) (void)found(source.substr(0, length));
    for (const char* text :
         {"", "__global__", "__global__ void k(", "__global__ void k() {", "__global__ void k() { int",
          "__global__ void k() { int a =", "__global__ ( ) { ) (", "__global__ void k() { int a = ; int = 3; }"})
        EXPECT_THAT(found(text), IsEmpty()) << text;
}

TEST(IndexFormulas, MatchShippedKernels) {
    const auto source = read_file(WARPSCOPE_SOURCE_DIR "/cuda/box_blur/naive.cu");
    ASSERT_TRUE(source);
    std::vector<std::string> names;
    for (const IndexFormula& formula : index_formulas(*source, "box_blur")) names.push_back(formula.name);
    EXPECT_THAT(names, ElementsAre("col", "row", "pixel"));
}

} // namespace
} // namespace warpscope::source
