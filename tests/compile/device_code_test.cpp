#include "compile/source/device_code.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpscope::compile {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::optional<DeviceCode> device_code(std::string source) {
    CompileRequest request;
    request.file = "/nowhere/k.cu";
    request.source = std::move(source);
    return extract_device_code(request);
}

TEST(DeviceCode, KernelOnlySourceIsUnchanged) {
    EXPECT_FALSE(device_code("#include <cstdint>\n#define N 3\nconstexpr int twice(int v) { return 2 * v; }\n"
                             "struct S { int a; int sum() const { return a; } };\n"
                             "__global__ void k(S* s) { s[0].a = twice(s[N].sum()); }\n"));
}

TEST(DeviceCode, KeepsLinesAndDirectives) {
    const std::string source =
        "__global__ void k(int* x) { *x = 1; }\n#ifdef A\nint f() {\n#else\nint f(int) {\n#endif\n"
        "#pragma omp parallel\n  return 1;\n#define B 1\n}\n#include <iostream>\nint main() {\n}\n";
    const auto code = device_code(source);
    ASSERT_TRUE(code);
    EXPECT_EQ(std::ranges::count(code->source, '\n'), std::ranges::count(source, '\n'));
    for (const char* kept : {"__global__ void k", "#ifdef A", "#else", "#endif", "#define B 1"})
        EXPECT_THAT(code->source, HasSubstr(kept));
    for (const char* gone : {"return 1", "main", "omp", "f()"}) EXPECT_THAT(code->source, Not(HasSubstr(gone)));
}

TEST(DeviceCode, CallOutsideFunctionsIsLeftToTheCompiler) {
    EXPECT_FALSE(device_code("__global__ void k(int* x) { *x = 1; }\natomicAdd(count, 1u);\n"));
    const auto code = device_code("__global__ void k(int* x) { *x = 1; }\nint helper(int);\nREGISTER_TEST(k);\n"
                                  "atomicAdd(count, 1u);\nint main() {}\n");
    ASSERT_TRUE(code);
    EXPECT_THAT(code->source, HasSubstr("atomicAdd(count, 1u);"));
    for (const char* gone : {"helper", "REGISTER_TEST", "main"}) EXPECT_THAT(code->source, Not(HasSubstr(gone)));
}

TEST(DeviceCode, KeepsNamesThatKernelsUse) {
    const auto code =
        device_code("typedef float real;\ntypedef std::vector<int> list;\nconst int used = 3, other = 4;\n"
                    "const int unused = 5;\nenum Kind { one, two };\n#define CALL(x) helper(x)\n"
                    "int helper(int v) { return v; }\nint host(int v) { return v + rand(); }\n"
                    "__global__ void k(real* x) { x[used] = CALL(two); }\nint main() {}\n");
    ASSERT_TRUE(code);
    for (const char* kept : {"typedef float real", "const int used", "enum Kind", "int helper"})
        EXPECT_THAT(code->source, HasSubstr(kept));
    for (const char* gone : {"list", "unused", "host"}) EXPECT_THAT(code->source, Not(HasSubstr(gone)));
}

TEST(DeviceCode, KeepsDeviceMembersOfClasses) {
    const auto code =
        device_code("class View {\npublic:\n  View(int n) { cudaMalloc(&p, n); }\n  ~View() { cudaFree(p); }\n"
                    "  __device__ int at(int i) const { return p[i]; }\n  View(const View&) = default;\n"
                    "  std::string name;\nprivate:\n  int* p;\n};\n"
                    "__global__ void k(View v, int* x) { x[0] = v.at(1); }\n");
    ASSERT_TRUE(code);
    for (const char* kept : {"at(int i)", "= default", "int* p", "private:"})
        EXPECT_THAT(code->source, HasSubstr(kept));
    for (const char* gone : {"cudaMalloc", "~View", "std::string"}) EXPECT_THAT(code->source, Not(HasSubstr(gone)));
}

TEST(DeviceCode, ListsLaunchedInstances) {
    const auto code =
        device_code("namespace a { template<class T, int n> __global__ void k(T* x) { *x = n; } }\n"
                    "const int size = 8;\ntemplate<class T> void go() { a::k<T, 2><<<1, 1>>>(nullptr); }\n"
                    "int main() { const int local = 3; a::k<unsigned int, size><<<1, 1>>>(nullptr);\n"
                    "  a::k<float, local><<<1, 1>>>(nullptr); a::k<float, 4><<<1, 1>>>(nullptr); }\n");
    ASSERT_TRUE(code);
    EXPECT_THAT(code->instances, ElementsAre("a::k<unsigned int, size>", "a::k<float, 4>"));
    EXPECT_THAT(code->source, HasSubstr("const int size = 8"));
}

TEST(DeviceCode, ListsMissingHeaders) {
    const auto code = device_code("#include \"mine.h\"\n#include <any/thing>\n#include <cstdint>\n"
                                  "__global__ void k(int* x) { *x = 1; }\nint main() {}\n");
    ASSERT_TRUE(code);
    EXPECT_THAT(code->omitted, ElementsAre("mine.h"));
    EXPECT_THAT(code->source, HasSubstr("#include <cstdint>"));
    EXPECT_THAT(code->source, Not(HasSubstr("any/thing")));
}

TEST(DeviceCode, IncompleteTextIsHarmless) {
    for (const char* source : {"\"", "'", "R\"(", "/*", "#", "#define \\", "a {", "template <", "<<<", "k<", "struct",
                               "extern \"C\" {", "#if 0\n#if 1\n", "operator", "typedef", "using", "x ="}) {
        const std::string program = std::string("int main() {}\n__global__ void k(int* x) { *x = 1; }\n") + source;
        EXPECT_NO_FATAL_FAILURE((void)device_code(program)) << source;
        EXPECT_NO_FATAL_FAILURE((void)device_code(source)) << source;
    }
}

} // namespace
} // namespace warpscope::compile
