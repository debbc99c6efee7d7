// Tests the expression language that catalogs, lessons and watches share. Their own tests cover the rest.
#include "source/expression.hpp"

#include <gmock/gmock.h>

namespace warpscope::source {
namespace {

using ::testing::HasSubstr;

std::optional<int64_t> known(std::string_view name) {
    if (name == "width") return 76;
    if (name == "block.x") return 16;
    if (name == "minus") return -3;
    return std::nullopt;
}

Evaluated<Number> value_of(std::string_view text, const Meaning& meaning) {
    const auto root = parse_expression(text, c_grammar());
    EXPECT_TRUE(root) << text << ": " << (root ? "" : problem_text(root.error(), text).english());
    return root ? evaluate(**root, meaning) : Evaluated<Number>(unknown_name(""));
}

int64_t whole(std::string_view text) {
    const WholeLookup lookup = known;
    Meaning meaning = whole_numbers(lookup);
    meaning.arithmetic = Meaning::Arithmetic::wrapping;
    const auto value = value_of(text, meaning);
    EXPECT_TRUE(value && std::holds_alternative<int64_t>(*value)) << text;
    return value && std::holds_alternative<int64_t>(*value) ? std::get<int64_t>(*value) : -12345;
}

TEST(Expression, HasThePrecedenceOfC) {
    EXPECT_EQ(whole("1 + 2 * 3 << 1 | 5 & 6 ^ 3"), (1 + 2 * 3) << 1 | ((5 & 6) ^ 3));
    EXPECT_EQ(whole("1 < 2 == 1"), 1);
    EXPECT_EQ(whole("4 - 1 - 2"), 1);
    EXPECT_EQ(whole("-7 / 2 + -7 % 3"), -3 - 1);
    EXPECT_EQ(whole("!0 + ~0"), 0);
    EXPECT_EQ(whole("0 && 1 / 0 || 3"), 1);
    EXPECT_EQ(whole("1 ? 2 : 3 ? 4 : 5"), 2);
    EXPECT_EQ(whole("width - -block.x"), 92);
    EXPECT_EQ(whole("0x1F + 3u"), 34);
    EXPECT_EQ(whole("9223372036854775807 + 1"), INT64_MIN) << "wraps around";
}

TEST(Expression, ChecksWholeNumbersIfAsked) {
    const WholeLookup lookup = known;
    for (const char* text : {"9223372036854775807 + 1", "-9223372036854775807 - 2", "4611686018427387904 * 2"}) {
        const auto value = value_of(text, whole_numbers(lookup));
        ASSERT_FALSE(value) << text;
        EXPECT_EQ(value.error().kind, ExpressionProblem::Kind::overflow);
    }
    EXPECT_EQ(value_of("5 % 0", whole_numbers(lookup)).error().kind, ExpressionProblem::Kind::zero_divisor);
}

TEST(Expression, FillsInNames) {
    const WholeLookup lookup = known;
    const auto filled = [&](std::string_view text) {
        const auto root = parse_expression(text, arithmetic_grammar());
        return root ? fill_in_names(**root, text, lookup) : std::nullopt;
    };
    EXPECT_EQ(filled("block.x*width + 1"), "16 * 76 + 1");
    EXPECT_EQ(filled("min( width , minus )"), "min( 76 , (-3) )");
    EXPECT_EQ(filled("42"), "42");
    EXPECT_EQ(filled("nobody + 1"), std::nullopt);
}

TEST(Expression, ProblemsHaveAPlace) {
    const auto problem = [](std::string_view text, const Grammar& grammar) {
        const auto root = parse_expression(text, grammar);
        EXPECT_FALSE(root) << text;
        return root ? std::string() : problem_text(root.error(), text).english();
    };
    EXPECT_EQ(problem("1 + * 2", arithmetic_grammar()), "\"1 + * 2\": '*' is not expected here (character 5).");
    EXPECT_THAT(problem("1 // 2", c_grammar()), HasSubstr("'/' is not expected here (character 3)"));
    EXPECT_THAT(problem("1 == 2", arithmetic_grammar()), HasSubstr("'=' is not expected here (character 3)"));
    EXPECT_THAT(problem("max(1, 2", c_grammar()), HasSubstr("')' is missing (character 9)"));
    EXPECT_THAT(problem("twice(3)", c_grammar()), HasSubstr("there is no function 'twice'"));
    EXPECT_THAT(problem("max(3)", c_grammar()), HasSubstr("max takes 2 numbers"));
}

TEST(Expression, HostileTextIsAnError) {
    uint64_t state = 7;
    for (const Grammar* grammar : {&arithmetic_grammar(), &c_grammar(), &condition_grammar()}) {
        for (const char unit : {'(', '-', '[', '?', 'a', '1'})
            (void)parse_expression(std::string(100000, unit), *grammar);
        for (int round = 0; round < 4000; ++round) {
            std::string text;
            for (int i = 0; i < 12; ++i) {
                state = state * 6364136223846793005ull + 1442695040888963407ull;
                text += "012 +-*/%(),[]?:.<>=!&|'\"#axmin_"[(state >> 33) % 32];
            }
            if (const auto root = parse_expression(text, *grammar)) {
                const WholeLookup lookup = known;
                (void)evaluate(**root, whole_numbers(lookup));
            }
        }
    }
}

} // namespace
} // namespace warpscope::source
