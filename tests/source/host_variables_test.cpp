#include <gtest/gtest.h>

#include "source/host_variables.hpp"

namespace warpscope::source {
namespace {

TEST(HostVariables, ComeFromTheCall) {
    EXPECT_EQ(variable_in("    cudaMalloc((void**)&d_in, bytes);"), "d_in");
    EXPECT_EQ(variable_in("CHECK(cudaMallocManaged(&image.data, n));"), "image.data");
    EXPECT_EQ(variable_in("cudaMalloc(&rows[2], 4);"), "rows[2]");
    EXPECT_EQ(variable_in("cudaMalloc(&a, 4); cudaMalloc(&b, 4);"), "");
    EXPECT_EQ(variable_in("cudaMalloc(pointer, 4);"), "");
    EXPECT_EQ(variable_in("cudaArray_t array; CHECK(cudaMallocArray(&array, &format, 8, 8));"), "array");
    EXPECT_EQ(variable_in("CHECK(cudaHostRegister(values.data(), 4, cudaHostRegisterDefault));"), "values");
}

TEST(HostVariables, StatementsOnALineAreSeparate) {
    EXPECT_EQ(variables_in("float *a, *b; CHECK(cudaMalloc((void**)&a, 4)); n = 2; CHECK(cudaMallocManaged(&b, n));"),
              (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(variables_in("use(cudaMalloc(&a, 4), cudaMalloc(&b, 4));").empty());
}

TEST(HostVariables, HelperCallNamesTheVariable) {
    EXPECT_EQ(variable_of_call("    DeviceBuffer<float> edges(host.size());"), "edges");
    EXPECT_EQ(variable_of_call("    Buffer edges{host.size()};"), "edges");
    EXPECT_EQ(variable_of_call("    float* edges = make<float>(count);"), "edges");
    EXPECT_EQ(variable_of_call("    auto image = Image(3, 4);"), "image");
    EXPECT_EQ(variable_of_call("    allocate(&d_in, count);"), "d_in");
    EXPECT_EQ(variable_of_call("    run(count);"), "");
    EXPECT_EQ(variable_of_call("    return make(count);"), "");
    EXPECT_EQ(variable_of_call("    Buffer<float> a(count), b(count);"), "");
    EXPECT_EQ(variable_of_call("}"), "");
}

TEST(HostVariables, ConstructorNamesTheObject) {
    EXPECT_EQ(object_made_in("    Image image(3, 4);"), "image");
    EXPECT_EQ(object_made_in("    const Buffer<std::pair<int, int>> pairs{host.size()}; // two each"), "pairs");
    EXPECT_EQ(object_made_in("  auto image = Image(width, height);"), "image");
    EXPECT_EQ(object_made_in("  lib::Tensor out = lib::make_tensor(3);"), "out");
    for (const char* line :
         {"int status = run(count);", "float* edges = make(count);", "return Image(3, 4);",
          "Image(int w) : pixels_(w) {", "Buffer<T> a(n), b(n);", "auto out = scaled(Buffer<int>(numbers), 2);",
          "Image image(Buffer<float>(n));", "explicit Buffer(const std::vector<T>& values) : Buffer(values.size()) {",
          "run(count);", "}"})
        EXPECT_EQ(object_made_in(line), "") << line;
    EXPECT_EQ(member_made_in("        : pixels_(width * height)"), "pixels_");
    EXPECT_EQ(member_made_in("        , rows_{height} {}"), "rows_");
    EXPECT_EQ(member_made_in("        : pixels_(n), rows_(n)"), "");
    EXPECT_EQ(member_made_in("    run(count);"), "");
}

TEST(HostVariables, SeveralObjectsAreSeparate) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(objects_made_in("    Buffer<float> a(n), b(m * 2);"), (Names{"a", "b"}));
    EXPECT_EQ(objects_made_in("    Buffer a(n, 3); const Image b{n}, c{m}; // three"), (Names{"a", "b", "c"}));
    EXPECT_EQ(objects_made_in("    Buffer a(n); run(a);"), Names());
    EXPECT_EQ(members_made_in("Filter(int n) : noisy_(n * 2), clean_{n, 2}, n_(n) {}"), (Names{"noisy_", "clean_"}));
    EXPECT_EQ(members_made_in("    : a(size), b(size) {"), (Names{"a", "b"}));
    EXPECT_EQ(members_made_in("    x = y ? f(1) : g(2);"), Names());
    EXPECT_EQ(members_made_in("    run(std::max(a, b));"), Names());
}

TEST(HostVariables, StatementMaySpanLines) {
    const std::vector<std::string> text{"int n = 3;", "CHECK(cudaMalloc(", "    reinterpret_cast<void**>(&d_in),",
                                        "    n * sizeof(float)));", "run(n);"};
    for (const int line : {1, 2, 3}) {
        const std::string statement = statement_around([&](int k) {
            const int at = line + k;
            return at >= 0 && at < static_cast<int>(text.size()) ? text[static_cast<size_t>(at)] : std::string();
        });
        EXPECT_EQ(variable_in(statement), "d_in") << statement;
    }
    EXPECT_EQ(statement_around([&](int k) { return k == 0 ? text[4] : k == -1 ? text[3] : std::string(); }), "run(n);");
}

TEST(HostVariables, IncompleteLinesAreHarmless) {
    const std::string lines =
        "const Buffer<std::pair<int, int>> pairs{host.size()}, b(1); cudaMalloc((void**)&d[2], f(x)) : a_(n) {}";
    for (size_t begin = 0; begin < lines.size(); begin += 7)
        for (size_t length = 0; begin + length <= lines.size(); ++length) {
            const std::string line = lines.substr(begin, length);
            (void)variable_in(line);
            (void)variables_in(line);
            (void)variable_of_call(line);
            (void)object_made_in(line);
            (void)objects_made_in(line);
            (void)members_made_in(line);
            (void)member_made_in(line);
        }
}

} // namespace
} // namespace warpscope::source
