#include <gtest/gtest.h>

#include "program/allocation_names.hpp"

namespace warpscope::program {
namespace {

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
    // The names are ambiguous: the compiler may have copied a call, or the program may have skipped one.
    EXPECT_EQ(names({20, 30, 40}), (std::vector<std::string>{"", "", ""}));
    EXPECT_EQ(names({20, 20}), (std::vector<std::string>{"", ""}));
}

/// Returns the names of allocations. Their call paths are lines of one file, innermost first.
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
    const std::vector<std::string> returned{
        "Grid make(int n) { Grid g{}; cudaMalloc(&g.data, n); return g; }", // 1
        "Grid now = make(3), next = make(3);",                              // 2
    };
    all.clear();
    add({1, 2}, {10, 20});
    add({1, 2}, {10, 21});
    found.clear();
    for (const auto& [number, name] :
         allocation_names(all, "a.cu", [&](const SourceLocation& where) { return returned.at(where.line - 1); }))
        found.push_back(name.name);
    EXPECT_EQ(found, (std::vector<std::string>{"now.data", "next.data"}));
    // The lines do not show which object owns data_; the same line means the same variable.
    EXPECT_EQ(names(text, {{1, 7}, {1, 8}, {1, 7}, {10, 11}, {10, 12}}),
              (std::vector<std::string>{"data_", "data_2 ?", "data_", "a ?", "d_file"}));
}

} // namespace
} // namespace warpscope::program
