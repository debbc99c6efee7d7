#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lesson/assignment.hpp"
#include "lesson/expression.hpp"

namespace warpscope::lesson {
namespace {

using ::testing::HasSubstr;

class SomeNames : public Names {
public:
    Result<double> value(std::string_view name) const override {
        if (name == "width") return 76.0;
        if (name == "block.x") return 16.0;
        return fail(ErrorKind::failed, fmt::format("'{}' is not known.", name));
    }
    Result<double> call(std::string_view function, const std::vector<Argument>& arguments) const override {
        if (function == "twice" && arguments.size() == 1) return 2 * std::get<double>(arguments[0]);
        if (function == "length") return static_cast<double>(std::get<std::string>(arguments.at(0)).size());
        return fail(ErrorKind::failed, fmt::format("There is no function '{}'.", function));
    }
};

double value_of(std::string_view text) {
    const auto expression = Expression::parse(text);
    EXPECT_TRUE(expression) << text << ": " << expression.error().text();
    const auto value = expression ? expression->evaluate(SomeNames()) : Result<double>(-12345);
    EXPECT_TRUE(value) << text << ": " << value.error().text();
    return value.value_or(-12345);
}

std::string error_of(std::string_view text) {
    const auto expression = Expression::parse(text, {"a.lesson.toml", 7, 0});
    if (!expression) return expression.error().text();
    const auto value = expression->evaluate(SomeNames());
    EXPECT_FALSE(value) << text;
    return value ? "" : value.error().text();
}

TEST(Expression, EvaluatesArithmetic) {
    EXPECT_EQ(value_of("1 + 2 * 3"), 7);
    EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
    EXPECT_EQ(value_of("10 - 4 - 3"), 3);
    EXPECT_EQ(value_of("-2 * -3"), 6);
    EXPECT_EQ(value_of("7 / 2"), 3.5);
    EXPECT_EQ(value_of("7 % 4"), 3);
    EXPECT_EQ(value_of("ceil_div(width, block.x)"), 5);
    EXPECT_EQ(value_of("max(1, min(9, 4)) + abs(-2) + floor(1.9) + ceil(1.1) + round(2.5)"), 4 + 2 + 1 + 2 + 3);
    EXPECT_EQ(value_of("twice(length('if (col'))"), 14);
}

TEST(Expression, EvaluatesComparisons) {
    EXPECT_EQ(value_of("1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3 and 1 == 1 and 1 != 2"), 1);
    EXPECT_EQ(value_of("1 + 1 == 2 or 1 / 0 == 1"), 1) << "the right side is not evaluated";
    EXPECT_EQ(value_of("0 and unknown"), 0);
    EXPECT_EQ(value_of("not 1 == 2"), 1);
    EXPECT_EQ(value_of("not (1 == 1) or 0"), 0);
    EXPECT_EQ(value_of("width and 1"), 1);
}

TEST(Expression, ErrorsNamePlaceAndCause) {
    EXPECT_THAT(error_of("1 +"), HasSubstr("a.lesson.toml:7"));
    EXPECT_THAT(error_of("1 +"), HasSubstr("something is missing at the end"));
    EXPECT_THAT(error_of("(1"), HasSubstr("')' is missing"));
    EXPECT_THAT(error_of("1 2"), HasSubstr("'2' is not expected here (character 3)"));
    EXPECT_THAT(error_of("1 < 2 < 3"), HasSubstr("'<' is not expected here"));
    EXPECT_THAT(error_of("twice('x"), HasSubstr("closing '"));
    EXPECT_THAT(error_of("'x' + 1"), HasSubstr("'x' is used where a number is needed"));
    EXPECT_THAT(error_of("2x"), HasSubstr("a number ends where a name begins"));
    EXPECT_THAT(error_of("height"), HasSubstr("a.lesson.toml:7: \"height\": 'height' is not known."));
    EXPECT_THAT(error_of("1 / (width - width)"), HasSubstr("it divides by zero"));
    EXPECT_THAT(error_of("min(1)"), HasSubstr("min takes 2 numbers"));
    EXPECT_THAT(error_of("nothing(1)"), HasSubstr("no function 'nothing'"));
    EXPECT_THAT(error_of(std::string(5000, '(')), HasSubstr("nested too deeply"));
    EXPECT_THAT(error_of(std::string(5000, '-')), HasSubstr("nested too deeply"));
    std::string sum = "1";
    for (int i = 0; i < 60000; ++i) sum += "+1";
    EXPECT_THAT(error_of(sum), HasSubstr("it is too long"));
    EXPECT_EQ(value_of(sum.substr(0, 999)), 500);
}

TEST(Expression, FillsPlaceholders) {
    const auto filled = filled_in("{width} wide, {width / 32} warps, {{ stays", SomeNames(), {});
    ASSERT_TRUE(filled) << filled.error().text();
    EXPECT_EQ(*filled, "76 wide, 2.375 warps, { stays");
    const auto open = filled_in("a {width", SomeNames(), {"x.lesson.toml", 3, 0});
    ASSERT_FALSE(open);
    EXPECT_THAT(open.error().text(), HasSubstr("x.lesson.toml:3"));
}

TEST(Expression, WritesReadableNumbers) {
    EXPECT_EQ(number_words(75), "75");
    EXPECT_EQ(number_words(0.25), "0.25");
    EXPECT_EQ(number_words(1.0 / 3), "0.3333");
    EXPECT_EQ(number_words(-0.0), "0");
    EXPECT_EQ(number_words(1008010), "1\u00a0008\u00a0010");
}

std::string measured_of(std::string_view text) {
    const auto expression = Expression::parse(text);
    EXPECT_TRUE(expression) << text;
    return expression ? measured_words(*expression, SomeNames()) : "";
}

TEST(MeasuredWords, FollowTheParsedComparison) {
    EXPECT_EQ(measured_of("width <= 80"), "width is 76 (goal: at most 80)");
    EXPECT_EQ(measured_of("width == 76\nand\tblock.x<2*4"),
              "width is 76 (goal: 76); block.x is 16 (goal: fewer than 8)");
    EXPECT_EQ(measured_of("(width  >\n 80) or((block.x != 3))"),
              "width is 76 (goal: more than 80); block.x is 16 (goal: other than 3)");
    EXPECT_EQ(measured_of("block.x < 8.5"), "block.x is 16 (goal: fewer than 9)") << "threads are whole";
    EXPECT_EQ(measured_of("block.x > 7.5"), "block.x is 16 (goal: more than 7)");
    EXPECT_EQ(measured_of("width < 8.5"), "width is 76 (goal: less than 8.5)");
    EXPECT_EQ(measured_of("(width + 1) * 2 >= 1"), "(width + 1) * 2 is 154 (goal: at least 1)");
    EXPECT_EQ(measured_of("length('a < b and c') > 3"), "length('a < b and c') is 11 (goal: more than 3)");
    EXPECT_EQ(measured_of("not width < 80"), "width is 76 (goal: not less than 80)");
    EXPECT_EQ(
        measured_of("not (width < 80 and block.x > 3) and width > 1"),
        "width is 76 (goal: not less than 80); block.x is 16 (goal: not more than 3); width is 76 (goal: more than 1)");
    EXPECT_EQ(measured_of("not not width"), "width is 76 (goal: other than 0)");
    EXPECT_EQ(measured_of("width"), "width is 76 (goal: other than 0)");
    EXPECT_EQ(measured_of("unknown < 3 or width < 80"), "width is 76 (goal: less than 80)");
}

} // namespace
} // namespace warpscope::lesson
