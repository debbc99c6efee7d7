// Translation of finished texts by their patterns.
#include "language/filled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "language/course.hpp"
#include "language/language.hpp"

namespace warpscope {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(FilledText, FindsValuesOfThePattern) {
    const auto values = values_in("A window has 5 x 5 pixels; 9 exist.", "A window has {w} x {w} pixels; {n} exist.");
    ASSERT_TRUE(values);
    EXPECT_THAT(*values, ElementsAre(Pair("w", "5"), Pair("n", "9")));
    EXPECT_FALSE(values_in("A window has 5 x 6 pixels; 9 exist.", "A window has {w} x {w} pixels; {n} exist."));
    EXPECT_FALSE(values_in("A window", "A window has {}"));
    EXPECT_FALSE(values_in("a: b!", "{}: {}"
                                    "?"));
    EXPECT_THAT(*values_in("a: b: c", "{}: {}"), ElementsAre(Pair("0", "a"), Pair("1", "b: c")));
    EXPECT_THAT(*values_in("7 {braces}", "{a} {{braces}}"), ElementsAre(Pair("a", "7")));
    EXPECT_FALSE(values_in("7", "{"));
    // A value grows if the rest would not match otherwise.
    EXPECT_THAT(*values_in("load of 4 bytes of 8 bytes", "{} of 8 bytes"), ElementsAre(Pair("0", "load of 4 bytes")));
}

TEST(FilledText, FollowsTheTranslationsOrder) {
    EXPECT_EQ(refilled("2 of 7", "{a} of {b}", "из {b} — {a}, {a}"), "из 7 — 2, 2");
    EXPECT_EQ(refilled("2 from 7", "{a} of {b}", "из {b} — {a}"), "2 from 7");
    EXPECT_EQ(refilled("2 of 7", "{a} of {b}", "из {c}"), "2 of 7");
    EXPECT_EQ(refilled("2 of {7}", "{a} of {{{b}}}", "{{{b}}}: {a}"), "{7}: 2");
}

TEST(FilledText, CourseTextsFollowTheLanguage) {
    if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    EXPECT_EQ(tr_course("Vector addition"), "Сложение векторов");
    EXPECT_EQ(tr_course("No text of the course"), "No text of the course");
    EXPECT_EQ(tr_course(""), "");
    EXPECT_EQ(tr_course_unit(1, "sectors"), "сектор");
    EXPECT_EQ(tr_course_unit(2, "sectors"), "сектора");
    EXPECT_EQ(tr_course_unit(many_units, "sectors"), "секторов");
    EXPECT_EQ(tr_course_unit(3, "bananas"), "bananas");
    EXPECT_TRUE(set_language(Language::english));
    EXPECT_EQ(tr_course("Vector addition"), "Vector addition");
    EXPECT_EQ(tr_course_unit(1, "sectors"), "sectors");
}

} // namespace
} // namespace warpscope
