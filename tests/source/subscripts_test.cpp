#include <gtest/gtest.h>

#include "source/subscripts.hpp"

namespace warpscope::source {
namespace {

/// Returns source text with `before` in line 1 and, in a kernel, `line` in line 4.
std::string kernel(const std::string& line, const std::string& before = "") {
    return before +
           "\n__global__ void kernel(float* out, const float* in, int width) {\n"
           "    int i = threadIdx.x;\n    " +
           line + "\n}\n";
}

/// Returns all candidates, separated by " | ".
std::string at_line(const std::string& source, uint32_t line, SubscriptUse use) {
    const auto text = read_kernel(source, "kernel");
    if (!text) return "no kernel";
    std::string all;
    for (const Subscript& one : subscripts_at(*text, line, use)) all += (all.empty() ? "" : " | ") + one.text;
    return all;
}

std::string loads(const std::string& line) { return at_line(kernel(line), 4, SubscriptUse::load); }
std::string stores(const std::string& line) { return at_line(kernel(line), 4, SubscriptUse::store); }

ArrayKind kind(const std::string& line, std::string_view array) {
    const std::string source = kernel(line);
    return kind_of_array(*read_kernel(source, "kernel"), array);
}

TEST(Subscripts, SeparatesLoadsFromStores) {
    EXPECT_EQ(loads("out[i] = in[width * i + 1];"), "in[width * i + 1]");
    EXPECT_EQ(stores("out[i] = in[width * i + 1];"), "out[i]");
    EXPECT_EQ(stores("out[i] += in[i];"), "out[i]");
    EXPECT_EQ(loads("out[i] += in[i];"), "out[i] | in[i]");
    EXPECT_EQ(stores("++out[i];"), "out[i]");
    EXPECT_EQ(stores("out[i]--;"), "out[i]");
    EXPECT_EQ(stores("out[i] <<= 1;"), "out[i]");
    EXPECT_EQ(loads("if (out[i] == in[i]) out[0] = 1;"), "out[i] | in[i]");
    EXPECT_EQ(stores("return;"), "");
}

TEST(Subscripts, BracketsNest) {
    EXPECT_EQ(stores("out[(int)in[i + (3 * (width))]] = 1;"), "out[(int)in[i + (3 * (width))]]");
    EXPECT_EQ(loads("out[(int)in[i + (3 * (width))]] = 1;"), "in[i + (3 * (width))]");
    EXPECT_EQ(loads("float x = tile[i][width - 1];"), "tile[i][width - 1]");
    EXPECT_EQ(loads("float x = in[min(i, width)];"), "in[min(i, width)]");
}

TEST(Subscripts, EqualSubscriptsCountOnce) {
    EXPECT_EQ(loads("out[i] = in[i] * in[i];"), "in[i]");
    EXPECT_EQ(loads("out[i] = in[i] * in[i + 1];"), "in[i] | in[i + 1]");
}

TEST(Subscripts, IgnoresCommentsAndStrings) {
    EXPECT_EQ(loads("out[i] = in[i];  // not in[i + 1]"), "in[i]");
    EXPECT_EQ(loads("out[i] = in[i /* a[b] */ + 1];"), "in[i + 1]");
    EXPECT_EQ(loads("printf(\"in[9] \\\" in[8]\", in[i]);"), "in[i]");
}

TEST(Subscripts, StatementMaySpanLines) {
    const std::string source = kernel("out[i] =\n in[i] +\n in[i + 1];\n out[0] = in[7];");
    for (const uint32_t line : {4u, 5u, 6u}) EXPECT_EQ(at_line(source, line, SubscriptUse::load), "in[i] | in[i + 1]");
    EXPECT_EQ(at_line(source, 7, SubscriptUse::load), "in[7]");
    EXPECT_EQ(at_line(kernel("if (i < width) {\n out[i] = in[2];\n }"), 5, SubscriptUse::load), "in[2]");
}

TEST(Subscripts, HiddenAccessesGiveNoAnswer) {
    for (const char* line :
         {"out[i] = *in + in[i];", "out[i] = in[i] + (*p);", "out[i] = in[i] + p->x;", "out[i] = in[i] + (float)*p;",
          "out[i] = in[i] + __ldg(in + i);", "out[i] = in[i] + atomicAdd(p, 1);", "out[i] = (in + 1)[i] + in[i];",
          "out[i] = in[i] + that.data[i];", "for (float& x : all) out[i] = x + in[i];"})
        EXPECT_EQ(loads(line), "") << line;
    EXPECT_EQ(stores("if (i > (2)) *p = 1; out[i] = 2;"), "");
    EXPECT_EQ(stores("for (int k = 0; k < 4; ++k) *p = out[i]++;"), "");
    for (const char* line : {"out[i] = 2 * in[i] * 3;", "out[i] = sqrtf(x) * in[i];", "out[i] = (x + 1) * in[i];"})
        EXPECT_EQ(loads(line), "in[i]") << "the star multiplies: " << line;
    EXPECT_EQ(loads("out[i] = __ldg(&in[i]);"), "in[i]");
    EXPECT_EQ(at_line(kernel("float& x = out[1]; x += in[i];"), 4, SubscriptUse::load), "");
}

TEST(Subscripts, AtomicsAccessTheirAddress) {
    EXPECT_EQ(at_line(kernel("atomicAdd(&out[(int)in[i]], 1.0f);"), 4, SubscriptUse::atomic), "out[(int)in[i]]");
}

TEST(Subscripts, AccessingMacrosGiveNoAnswer) {
    const std::string use = "out[i] = in[i] + LEFT(i);";
    EXPECT_EQ(at_line(kernel(use, "#define LEFT(i) in[(i) - 1]"), 4, SubscriptUse::load), "");
    EXPECT_EQ(at_line(kernel(use, "#define LEFT(i) 7 * (i)"), 4, SubscriptUse::load), "in[i]");
    EXPECT_EQ(at_line(kernel(use, "#define LEFT(i) * /* of */ (p + i)"), 4, SubscriptUse::load), "");
    EXPECT_EQ(at_line("#define AT(i) in[i]\n#define LEFT(i) \\\n AT((i) - 1)" + kernel(use), 6, SubscriptUse::load),
              "");
    EXPECT_EQ(at_line(kernel("out[INDEX] = 1;", "#define INDEX (3 * i)"), 4, SubscriptUse::store), "out[INDEX]");
}

TEST(Subscripts, IgnoresDeclarations) {
    EXPECT_EQ(loads("__shared__ float tile[32];"), "");
    EXPECT_EQ(loads("float window[3] = {in[i], in[i], in[i]};"), "in[i]");
}

TEST(Subscripts, OnlyTheKernelBodyCounts) {
    const std::string source =
        "__device__ float get(const float* in, int i) { return in[i]; }\n" + kernel("out[i] = get(in + 1, i);");
    EXPECT_EQ(at_line(source, 1, SubscriptUse::load), "");
    EXPECT_EQ(at_line(source, 5, SubscriptUse::store), "out[i]");
    EXPECT_FALSE(read_kernel(source, "other"));
    EXPECT_FALSE(read_kernel("__global__ void kernel(int* a) {}\nvoid kernel(float* b) {}", "kernel")) << "which one?";
}

TEST(Subscripts, ArraysComeFromDeclarations) {
    EXPECT_EQ(kind("out[i] = in[i];", "in"), ArrayKind::parameter);
    EXPECT_EQ(kind("__shared__ float tile[32]; tile[i] = in[i];", "tile"), ArrayKind::shared);
    EXPECT_EQ(kind("float window[3]; window[0] = in[i];", "window"), ArrayKind::other);
    EXPECT_EQ(kind("const float* p = in; out[i] = p[i];", "p"), ArrayKind::unknown);
    for (const char* line : {"in += 4; out[i] = in[i];", "++in; out[i] = in[i];", "in = out; out[i] = in[i];",
                             "swap(in, out); out[i] = in[i];", "const float* in = out; out[i] = in[i];",
                             "move(&in); out[i] = in[i];", "__shared__ float in[32]; out[i] = in[i];"})
        EXPECT_EQ(kind(line, "in"), ArrayKind::unknown) << line;
    EXPECT_EQ(kind("out[i] += in[i]; ++out[i]; f(&out[i]);", "out"), ArrayKind::parameter);
}

TEST(Subscripts, ParametersKnowTheirElementSize) {
    const std::string source =
        "__global__ void kernel(unsigned char* a, const float* __restrict__ b, double* c, uchar4* d, "
        "short int e[], float** f, int n, const unsigned long long* g) {}";
    const auto text = read_kernel(source, "kernel");
    ASSERT_TRUE(text);
    ASSERT_EQ(text->parameters.size(), 8u);
    const std::tuple<const char*, bool, uint32_t> wanted[] = {{"a", true, 1},  {"b", true, 4}, {"c", true, 8},
                                                              {"d", true, 0},  {"e", true, 2}, {"f", true, 0},
                                                              {"n", false, 0}, {"g", true, 8}};
    for (size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(text->parameters[i].name, std::get<0>(wanted[i]));
        EXPECT_EQ(text->parameters[i].pointer, std::get<1>(wanted[i])) << i;
        EXPECT_EQ(text->parameters[i].element_bytes, std::get<2>(wanted[i])) << i;
    }
    const std::string tiles = kernel("__shared__ float a[8]; extern __shared__ short b[]; __shared__ int c[4][4];");
    const auto declared = read_kernel(tiles, "kernel");
    EXPECT_EQ(declared_element_bytes(*declared, "a"), 4u);
    EXPECT_EQ(declared_element_bytes(*declared, "b"), 2u);
    EXPECT_EQ(declared_element_bytes(*declared, "c"), 0u) << "a two-dimensional index";
}

} // namespace
} // namespace warpscope::source
