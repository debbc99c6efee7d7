#include <gmock/gmock.h>

#include "source/conditions.hpp"

namespace warpscope::source {
namespace {

using ::testing::ElementsAre;

TEST(Conditions, AreFoundInALine) {
    EXPECT_EQ(condition_in("    if (col < width && row < height) {"), "col < width && row < height");
    EXPECT_EQ(condition_in("for (int i = f(a, b); i < n; i += blockDim.x) {"), "i < n");
    EXPECT_EQ(condition_in("while (*p != 0)"), "*p != 0");
    EXPECT_EQ(condition_in("} while (f(x) > 0);"), "f(x) > 0");
    EXPECT_EQ(condition_in("} else if (a) {"), "a");
    EXPECT_EQ(condition_in("if constexpr (N > 1) {"), "N > 1");
    EXPECT_EQ(condition_in("int gift = 3;"), "");
    EXPECT_EQ(condition_in("out[i] = notify(3);"), "");
    EXPECT_EQ(condition_in("x = elif(3);"), "");
    EXPECT_EQ(condition_in("for (int x : all)"), "");
    EXPECT_EQ(condition_in("if (a &&"), "");
    EXPECT_EQ(condition_in("if (a && // first\n    b) {"), "a && // first\n    b");
    EXPECT_EQ(condition_in("x = 1;\nif (a)"), "") << "only the first line starts it";
}

TEST(Conditions, ConsistOfComparisons) {
    const auto parts = comparisons_in("r >= 0 && (c < width || f(a < b)) && tile[i >> 1] == 3");
    ASSERT_EQ(parts.size(), 4u);
    EXPECT_EQ(parts[0].text, "r >= 0");
    EXPECT_EQ(parts[0].sign, ">=");
    EXPECT_EQ(parts[1].text, "c < width");
    EXPECT_EQ(parts[2].sign, "") << "a comparison in parentheses is another part";
    EXPECT_EQ(parts[3].text, "tile[i >> 1] == 3");
    EXPECT_EQ(parts[3].sign, "==");
    EXPECT_EQ(comparisons_in("a < b == c").at(0).sign, "");
    EXPECT_TRUE(comparisons_in("").empty());
    EXPECT_THAT(names_in_condition("row < height && threadIdx.x + 3 == row"),
                ElementsAre("row", "height", "threadIdx.x"));
    EXPECT_THAT(names_in_condition("1 < 2"), ElementsAre());
}

TEST(Conditions, KnownNumbersDecide) {
    const WholeLookup lookup = [](std::string_view name) -> std::optional<int64_t> {
        if (name == "i") return 5;
        if (name == "n") return 8;
        if (name == "threadIdx.x") return 3;
        return std::nullopt;
    };
    EXPECT_EQ(holds("i < n", lookup), true);
    EXPECT_EQ(holds("i >= n || i == 5", lookup), true);
    EXPECT_EQ(holds("!(i < n)", lookup), false);
    EXPECT_EQ(holds("i + 3 <= n && (n != 8)", lookup), false);
    EXPECT_EQ(holds("threadIdx.x % 2 == 1", lookup), true);
    EXPECT_EQ(holds("(i & 4) != 0 ? n > 8u : i", lookup), false);
    EXPECT_EQ(holds("i % 2", lookup), true);
    EXPECT_EQ(holds("i < m", lookup), std::nullopt);
    EXPECT_EQ(holds("i > n && m < 3", lookup), false) << "one side decides";
    EXPECT_EQ(holds("i < n && m < 3", lookup), std::nullopt);
    EXPECT_EQ(holds("i / (n - 8)", lookup), std::nullopt);
    for (const char* unknown :
         {"p->flag", "(int)x == 3", "f(i)", "*p", "std::max(i, 2) < 1", "a[i] > 0", "\"x\"", "x = 3"}) {
        EXPECT_EQ(holds(unknown, lookup), std::nullopt) << unknown;
        EXPECT_EQ(holds(std::string("i < 5 && ") + unknown, lookup), false) << unknown;
        EXPECT_EQ(holds(std::string(unknown) + " || (i == 5)", lookup), true) << unknown;
    }
    for (const char* broken : {"", "(", "i <", ")", "&&", "i < n)"})
        EXPECT_EQ(holds(broken, lookup), std::nullopt) << broken;
}

} // namespace
} // namespace warpscope::source
