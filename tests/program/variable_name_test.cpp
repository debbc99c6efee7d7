// Names of host variables in source lines.
#include <gtest/gtest.h>

#include "program/allocation_names.hpp"
#include "program/variable_name.hpp"

namespace warpscope::program {
namespace {

TEST(VariableName, ComesFromTheCall) {
    EXPECT_EQ(variable_in("    cudaMalloc((void**)&d_in, bytes);"), "d_in");
    EXPECT_EQ(variable_in("CHECK(cudaMallocManaged(&image.data, n));"), "image.data");
    EXPECT_EQ(variable_in("cudaMalloc(&rows[2], 4);"), "rows[2]");
    EXPECT_EQ(variable_in("cudaMalloc(&a, 4); cudaMalloc(&b, 4);"), "");
    EXPECT_EQ(variable_in("cudaMalloc(pointer, 4);"), "");
    EXPECT_EQ(variable_in("cudaArray_t array; CHECK(cudaMallocArray(&array, &format, 8, 8));"), "array");
    EXPECT_EQ(variable_in("CHECK(cudaHostRegister(values.data(), 4, cudaHostRegisterDefault));"), "values");
}

TEST(VariableName, StatementsOnALineAreSeparate) {
    EXPECT_EQ(variables_in("float *a, *b; CHECK(cudaMalloc((void**)&a, 4)); n = 2; CHECK(cudaMallocManaged(&b, n));"),
              (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(variables_in("use(cudaMalloc(&a, 4), cudaMalloc(&b, 4));").empty());
}

TEST(VariableName, HelperCallNamesTheVariable) {
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

TEST(VariableName, ConstructorNamesTheObject) {
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

TEST(VariableName, SeveralObjectsAreSeparate) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(objects_made_in("    Buffer<float> a(n), b(m * 2);"), (Names{"a", "b"}));
    EXPECT_EQ(objects_made_in("    Buffer a(n, 3); const Image b{n}, c{m}; // three"), (Names{"a", "b", "c"}));
    EXPECT_EQ(objects_made_in("    Buffer a(n); run(a);"), Names());
    EXPECT_EQ(members_made_in("Filter(int n) : noisy_(n * 2), clean_{n, 2}, n_(n) {}"), (Names{"noisy_", "clean_"}));
    EXPECT_EQ(members_made_in("    : a(size), b(size) {"), (Names{"a", "b"}));
    EXPECT_EQ(members_made_in("    x = y ? f(1) : g(2);"), Names());
    EXPECT_EQ(members_made_in("    run(std::max(a, b));"), Names());
}

TEST(VariableName, StatementMaySpanLines) {
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

TEST(AllocationNames, CallsSeparateNamesOnALine) {
    const std::string line = "cudaMalloc(&a, 4); cudaMalloc(&b, 4);";
    const auto names = [&](const std::vector<uint64_t>& calls) {
        std::vector<AllocationPlaces> all;
        for (const uint64_t call : calls) all.push_back({all.size() + 1, {{"a.cu", 1, 0}}, {call}});
        std::vector<std::string> out;
        for (const auto& [number, name] : allocation_names(all, "a.cu", [&](const SourceLocation&) { return line; }))
            out.push_back(name.name);
        return out;
    };
    EXPECT_EQ(names({20, 30, 20, 30}), (std::vector<std::string>{"a", "b", "a", "b"}));
    // Ambiguous: copies made by the compiler, or a call that was skipped.
    EXPECT_EQ(names({20, 30, 40}), (std::vector<std::string>{"", "", ""}));
    EXPECT_EQ(names({20, 20}), (std::vector<std::string>{"", ""}));
}

/// Returns the names of allocations with call paths in lines of one file, innermost first.
std::vector<std::string> names(const std::vector<std::string>& text, const std::vector<std::vector<uint32_t>>& lines) {
    std::vector<AllocationPlaces> all;
    for (const auto& way : lines) {
        AllocationPlaces& one = all.emplace_back();
        one.number = all.size();
        for (const uint32_t line : way) one.places.push_back({"a.cu", line, 0});
        one.way.assign(way.begin(), way.end());
    }
    std::vector<std::string> out;
    for (const auto& [number, name] :
         allocation_names(all, "a.cu", [&](const SourceLocation& where) { return text.at(where.line - 1); }))
        out.push_back(name.name + (name.is_guess ? " ?" : ""));
    return out;
}

TEST(AllocationNames, ObjectNamesItsMemory) {
    const std::vector<std::string> text{
        "Buffer(size_t n) { cudaMalloc(&data_, n); }",       // 1
        "Image(int n)",                                      // 2
        "    : pixels_(n)",                                  // 3
        "    , rows_(n) {}",                                 // 4
        "Buffer edges(10);",                                 // 5
        "Image image(10);",                                  // 6
        "auto out = scaled(Buffer(numbers), Buffer(more));", // 7
        "list.emplace_back(10);",                            // 8
        "cudaMalloc(&d_in, 10);",                            // 9
        "void load() { cudaMalloc(&d_file, 10); }",          // 10
        "float* a = load();",                                // 11
        "int status = load();",                              // 12
    };
    EXPECT_EQ(
        names(text, {{1, 5}, {1, 3, 6}, {1, 4, 6}, {9}, {10, 11}}),
        (std::vector<std::string>{"edges.data_ ?", "image.pixels_.data_ ?", "image.rows_.data_ ?", "d_in", "d_file"}));
    const std::vector<std::string> other{
        "explicit Buffer(int n) { cudaMalloc(&data, n); }",  // 1
        "Filter(int n) : in(n * 2), out(n * 2), n_(n) {}",   // 2
        "Buffer a(3), b(4);",                                // 3
        "Filter filter(3);",                                 // 4
        "float* allocate(int n) { float* p; cudaMalloc(&p,", // 5
        "    n); return p; }",                               // 6
        "auto values = allocate(3);",                        // 7
        "auto more = allocate(3);",                          // 8
    };
    std::vector<AllocationPlaces> all;
    const auto add = [&](std::initializer_list<uint32_t> lines, std::vector<uint64_t> way) {
        all.push_back({all.size() + 1, {}, std::move(way)});
        for (const uint32_t line : lines) all.back().places.push_back({"a.cu", line, 0});
    };
    add({1, 3}, {10, 20});
    add({1, 3}, {10, 21});
    add({1, 2, 4}, {10, 30, 40});
    add({1, 2, 4}, {10, 31, 40});
    add({6, 7}, {50, 60});
    add({6, 8}, {50, 61});
    std::vector<std::string> found;
    for (const auto& [number, name] : allocation_names(all, "a.cu", [&](const SourceLocation& where) {
             return where.line > 0 && where.line <= other.size() ? other[where.line - 1] : std::string();
         }))
        found.push_back(name.name);
    EXPECT_EQ(found, (std::vector<std::string>{"a.data", "b.data", "filter.in", "filter.out", "values", "more"}));
    // The lines do not show the owner; the same line means the same variable.
    EXPECT_EQ(names(text, {{1, 7}, {1, 8}, {1, 7}, {10, 11}, {10, 12}}),
              (std::vector<std::string>{"data_", "data_2 ?", "data_", "a ?", "d_file"}));
}

} // namespace
} // namespace warpscope::program
