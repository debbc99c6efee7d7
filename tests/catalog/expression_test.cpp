#include "catalog/expression.hpp"

#include <gmock/gmock.h>
#include <map>

namespace warpscope::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::optional<int64_t> sample(std::string_view name) {
    static const std::map<std::string, int64_t, std::less<>> values{
        {"width", 76},      {"block.x", 16}, {"blockIdx.y", 1},  {"blockDim.y", 16},
        {"threadIdx.y", 0}, {"minus", -3},   {"big", INT64_MAX}, {"small", INT64_MIN}};
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

int64_t value(std::string_view text) {
    const auto result = evaluate(text, sample);
    EXPECT_TRUE(result) << text << ": " << (result ? "" : result.error().text());
    return result.value_or(-999);
}

std::string problem(std::string_view text) {
    const auto result = evaluate(text, sample);
    EXPECT_FALSE(result) << text << " = " << result.value_or(0);
    return result ? "" : result.error().message.english();
}

TEST(Expression, EvaluatesArithmetic) {
    EXPECT_EQ(value("1 + 2 * 3"), 7);
    EXPECT_EQ(value("(1 + 2) * 3"), 9);
    EXPECT_EQ(value("10 - 4 - 3"), 3);
    EXPECT_EQ(value("100 / 7 / 2"), 7);
    EXPECT_EQ(value("-7 / 2"), -3); // truncated as in C
    EXPECT_EQ(value("-7 % 3"), -1);
    EXPECT_EQ(value("- - 5"), 5);
    EXPECT_EQ(value("2 * -3"), -6);
    EXPECT_EQ(value("\t12\n"), 12);
    EXPECT_EQ(value("9223372036854775807"), INT64_MAX);
    EXPECT_EQ(value("small % -1"), 0);
}

TEST(Expression, EvaluatesNamesAndFunctions) {
    EXPECT_EQ(value("ceil_div(width, block.x)"), 5);
    EXPECT_EQ(value("ceil_div(0, 16)"), 0);
    EXPECT_EQ(value("ceil_div(-1, 16)"), 0);
    EXPECT_EQ(value("ceil_div(32, 16)"), 2);
    EXPECT_EQ(value("ceil_log2(1)"), 0);
    EXPECT_EQ(value("ceil_log2(2)"), 1);
    EXPECT_EQ(value("ceil_log2(1000)"), 10);
    EXPECT_EQ(value("ceil_log2(1024) + 1"), 11);
    EXPECT_EQ(value("ceil_log2(1025)"), 11);
    EXPECT_EQ(value("ceil_log2(9223372036854775807)"), 63);
    EXPECT_EQ(value("min(3, max(minus, 2)) + 1"), 3);
    EXPECT_EQ(value("blockIdx.y*blockDim.y + threadIdx.y"), 16);
}

TEST(Expression, ErrorsNameTheMistake) {
    EXPECT_THAT(problem("widht + 1"), HasSubstr("'widht'"));
    EXPECT_THAT(problem("1 / (width - 76)"), HasSubstr("divides by zero"));
    EXPECT_THAT(problem("1 % 0"), HasSubstr("divides by zero"));
    EXPECT_THAT(problem("ceil_div(1, 0)"), HasSubstr("positive"));
    EXPECT_THAT(problem("ceil_log2(0)"), HasSubstr("positive"));
    EXPECT_THAT(problem("ceil_log2(1, 2)"), HasSubstr("takes 1 number"));
    EXPECT_THAT(problem("cube(2)"), HasSubstr("no function 'cube'"));
    EXPECT_THAT(problem("ceil_div(1, minus)"), HasSubstr("-3"));
    for (const char* text : {"big + 1", "small - 1", "big * 2", "small / -1", "-small", "9223372036854775808"})
        EXPECT_THAT(problem(text), HasSubstr("64-bit")) << text;
    EXPECT_THAT(problem("1 + * 2"), HasSubstr("character 5"));
}

TEST(Expression, BrokenTextIsAnError) {
    for (const char* text : {"",          " ",      "(",          ")",        "1 +",  "* 2",  "1 2",    "(1",  "1)",
                             "min",       "min(1)", "min(1,2,3)", "min(1 2)", "1.5",  "0x10", "2u",     "a b", "a < b",
                             "a ? b : c", "1 == 1", "#",          "\"x\"",    "f(1)", ".x",   "min(,)", "1,2", "\xff"})
        problem(text);
    problem(std::string(100000, '('));
    problem(std::string(100000, '-') + "1");
    std::string nested;
    for (int i = 0; i < 5000; ++i) nested += "min(1,";
    problem(nested);
    uint64_t state = 7;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (int i = 0; i < 12; ++i) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            text += "0123 +-*/%(),minaxwdth._"[(state >> 33) % 24];
        }
        (void)evaluate(text, sample);
    }
}

TEST(Expression, NamesInOrderOfAppearance) {
    EXPECT_THAT(names_in("b + a * min(c, b)").value(), ElementsAre("b", "a", "c"));
    EXPECT_THAT(names_in("1 / 0").value(), ElementsAre()); // only the syntax is checked
    EXPECT_FALSE(names_in("b +"));
}

} // namespace
} // namespace warpscope::catalog
