// Conditions in lines of CUDA C++.
#include "insight/condition.hpp"

#include <gmock/gmock.h>

namespace warpscope::insight {
namespace {

TEST(Condition, IsFoundInALine) {
    EXPECT_EQ(condition_in("    if (col < width && row < height) {"), "col < width && row < height");
    EXPECT_EQ(condition_in("for (int i = f(a, b); i < n; i += step(2)) {"), "i < n");
    EXPECT_EQ(condition_in("while (*p != 0)"), "*p != 0");
    EXPECT_EQ(condition_in("} while (f(x) > 0);"), "f(x) > 0");
    EXPECT_EQ(condition_in("} else if (a) {"), "a");
}

TEST(Condition, IsNotFoundInOtherLines) {
    EXPECT_EQ(condition_in("int gift = 3;"), "");
    EXPECT_EQ(condition_in("out[i] = notify(3);"), "") << "'if' within a name";
    EXPECT_EQ(condition_in("x = elif(3);"), "") << "'if' at the end of a name";
    EXPECT_EQ(condition_in("if (a &&"), "") << "continues on the next line";
}

TEST(Condition, HasComparisons) {
    const auto parts = comparisons_in("(r >= 0 && (c < width || f(a < b)) && tile[i >> 1] == 3)");
    ASSERT_EQ(parts.size(), 4u);
    EXPECT_EQ(parts[0].text, "r >= 0");
    EXPECT_EQ(parts[0].sign, ">=");
    EXPECT_EQ(parts[1].text, "c < width");
    EXPECT_EQ(parts[2].sign, "") << "the comparison is an argument of a call";
    EXPECT_EQ(parts[3].text, "tile[i >> 1] == 3");
    EXPECT_EQ(parts[3].sign, "==");
}

TEST(Condition, HasNames) {
    EXPECT_THAT(names_in_condition("threadIdx.x < n && 2 * n > k_2 + 17"),
                testing::ElementsAre("threadIdx.x", "n", "k_2"));
    EXPECT_THAT(names_in_condition("1 < 2"), testing::IsEmpty());
}

TEST(Condition, HoldsOrNot) {
    const catalog::Lookup lookup = [](std::string_view name) -> std::optional<int64_t> {
        if (name == "i") return 5;
        if (name == "n") return 8;
        return std::nullopt;
    };
    EXPECT_EQ(holds("i < n", lookup), true);
    EXPECT_EQ(holds("i >= n || i == 5", lookup), true);
    EXPECT_EQ(holds("!(i < n)", lookup), false);
    EXPECT_EQ(holds("i + 3 <= n && (n != 8)", lookup), false);
    EXPECT_EQ(holds("i % 2", lookup), true);
    EXPECT_EQ(holds("i < m", lookup), std::nullopt);
    EXPECT_EQ(holds("i > n && m < 3", lookup), false) << "one side decides";
    EXPECT_EQ(holds("i < n && m < 3", lookup), std::nullopt);
    EXPECT_EQ(holds("", lookup), std::nullopt);
}

} // namespace
} // namespace warpscope::insight
