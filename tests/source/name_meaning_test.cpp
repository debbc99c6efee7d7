// Meaning of a name at a line: the variable in scope if two have this name; no meaning for variables that change.
#include <gtest/gtest.h>

#include "source/name_meaning.hpp"

namespace warpscope::source {
namespace {

constexpr std::string_view two_of_a_name = "__global__ void kernel(int* out, int width, int n) {\n" // 1
                                           "    int first = blockIdx.x * 4;\n"                      // 2
                                           "    for (int i = threadIdx.x; i < n; i += 32) {\n"      // 3
                                           "        int c = first + i;\n"                           // 4
                                           "        if (c >= 0 && c < width) out[c] = 1;\n"         // 5
                                           "    }\n"                                                // 6
                                           "    int col = first + threadIdx.x;\n"                   // 7
                                           "    for (int c = col; c <= width; ++c)\n"               // 8
                                           "        out[c] += col;\n"                               // 9
                                           "    if (col < n) {\n"                                   // 10
                                           "        int c = col + 1, k = col * width;\n"            // 11
                                           "        if (c < n) out[c] = k;\n"                       // 12
                                           "    } else if (n > 3) --n;\n"                           // 13
                                           "}\n";                                                   // 14

std::optional<uint32_t> meaning(std::string_view source, std::string_view name, uint32_t line) {
    const auto text = read_kernel(source, "kernel");
    EXPECT_TRUE(text);
    return text ? fixed_meaning(*text, name, line) : std::nullopt;
}

TEST(NameMeaning, ScopeSelectsTheVariable) {
    EXPECT_EQ(meaning(two_of_a_name, "c", 5), 4u);
    EXPECT_EQ(meaning(two_of_a_name, "c", 8), std::nullopt) << "a loop's counter";
    EXPECT_EQ(meaning(two_of_a_name, "c", 12), 11u);
    EXPECT_EQ(meaning(two_of_a_name, "k", 12), 11u) << "after a comma";
    EXPECT_EQ(meaning(two_of_a_name, "i", 5), std::nullopt);
    EXPECT_EQ(meaning(two_of_a_name, "col", 8), 7u);
    EXPECT_EQ(meaning(two_of_a_name, "first", 10), 2u);
}

TEST(NameMeaning, UnchangedParametersKeepTheirMeaning) {
    EXPECT_EQ(meaning(two_of_a_name, "width", 5), 0u);
    EXPECT_EQ(meaning(two_of_a_name, "n", 10), std::nullopt) << "line 13 decreases it";
    EXPECT_EQ(meaning(two_of_a_name, "width", 20), std::nullopt) << "after the kernel";
}

TEST(NameMeaning, PossibleChangesRemoveTheMeaning) {
    const auto at_end = [](const std::string& line, const std::string& before = "") {
        return meaning(before + "__global__ void kernel(int* out, int n) { int i = threadIdx.x;\n" + line +
                           "\nif (i < n) out[i] = 1; }\n",
                       "i", before.empty() ? 3 : 4);
    };
    EXPECT_EQ(at_end(""), 1u);
    EXPECT_EQ(at_end("out[i] = i * n;"), 1u);
    EXPECT_EQ(at_end("i += n;"), std::nullopt);
    EXPECT_EQ(at_end("++i;"), std::nullopt);
    EXPECT_EQ(at_end("int* p = &i;"), std::nullopt);
    EXPECT_EQ(at_end("int& r = i;"), std::nullopt);
    EXPECT_EQ(at_end("asm(\"add\" : \"=r\"(i));"), std::nullopt);
    EXPECT_EQ(at_end("swap(i, n);"), std::nullopt);
    EXPECT_EQ(at_end("f(i);", "__device__ void f(int& x) { x = 3; }\n"), std::nullopt);
    EXPECT_EQ(at_end("f(i);", "__device__ void f(int x) { x = 3; }\n"), 2u);
    EXPECT_EQ(at_end("NEXT", "#define NEXT i += 2;\n"), std::nullopt);
}

TEST(NameMeaning, FindsConditionsAroundALine) {
    const auto text = read_kernel(two_of_a_name, "kernel");
    ASSERT_TRUE(text);
    ASSERT_EQ(guards_around(*text, 11).size(), 1u);
    EXPECT_EQ(guards_around(*text, 11).front().condition, "col < n");
    EXPECT_EQ(guards_around(*text, 11).front().line, 10u);
    EXPECT_TRUE(guards_around(*text, 4).empty()) << "a loop";
    EXPECT_TRUE(guards_around(*text, 10).empty());
}

TEST(NameMeaning, KnowsUnchangedInitialValues) {
    const auto text = read_kernel(two_of_a_name, "kernel");
    ASSERT_TRUE(text);
    EXPECT_TRUE(keeps_first_value(*text, "c", 4));
    EXPECT_FALSE(keeps_first_value(*text, "c", 8));
    EXPECT_FALSE(keeps_first_value(*text, "i", 3));
    EXPECT_TRUE(keeps_first_value(*text, "col", 7));
}

} // namespace
} // namespace warpscope::source
