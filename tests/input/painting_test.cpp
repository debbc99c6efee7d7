#include "input/painting.hpp"

#include <gtest/gtest.h>

#include "input/input.hpp"

namespace warpscope::input {
namespace {

const Painting gray_bytes{"", ElementType::u8, 1, {}};

Paintings painted(const Paintings& before, const std::vector<uint64_t>& cells, double value) {
    const auto made = before.with(gray_bytes, cells, {value});
    EXPECT_TRUE(made);
    return made.value_or(Paintings());
}

double value_at(const HostBuffer& buffer, uint64_t element) {
    return element_as_double(buffer.bytes->data(), buffer.layout.type, element);
}

TEST(Painting, LaterStrokesReplaceCells) {
    Paintings all = painted({}, {2, 3, 4, 5, 6, 10, 11, 12}, 9);
    all = painted(all, {4, 5, 11, 20}, 1);
    EXPECT_EQ(painting_text(*all.find("")), "u8x1:2+2=9:4+2=1:6=9:10=9:11=1:12=9:20=1");
    EXPECT_EQ(all.cells(), 9u);
    all = painted(all, {5, 6, 7, 8, 9, 10, 11}, 1);
    EXPECT_EQ(painting_text(*all.find("")), "u8x1:2+2=9:4+8=1:12=9:20=1");
}

TEST(Painting, EqualPaintingsShareNothing) {
    EXPECT_EQ(painted({}, {1, 2}, 3), painted(painted({}, {1}, 3), {2}, 3));
    EXPECT_NE(painted({}, {1, 2}, 3), painted({}, {1, 2}, 4));
    EXPECT_NE(painted({}, {1}, 3), Paintings());
}

TEST(Painting, SpecsRoundTrip) {
    for (const char* text :
         {"gradient:8x8,paint=u8x1:3+2=200", "noise:9,seed=3,paint=f32x1:0=0.25:8=-1e+20",
          "a/picture, with comma.png,paint=u8x3:7+5=255/0/12", "index:20,paint=u8x1:1=2,paint=b=f32x1:3=1.5"}) {
        const auto spec = parse_spec(text);
        ASSERT_TRUE(spec) << text;
        EXPECT_FALSE(spec->painting.empty()) << text;
        EXPECT_EQ(spec->text(), text);
        EXPECT_TRUE(spec->without_painting().painting.empty());
    }
}

TEST(Painting, DamagedTextIsRefused) {
    for (const char* text : {"", "u8", "u8x1", "u8x2:1=1/2", "s64x1:1=1", "u8x1:1", "u8x1:1=", "u8x1:5=1:4=1",
                             "u8x1:5+3=1:6=1", "u8x1:1+0=1", "u8x1:1=nan", "u8x1:1=1:", "u8x1:99999999999999=1"})
        EXPECT_FALSE(parse_painting(text)) << text;
}

TEST(Painting, ReplacesOnlyPaintedCells) {
    auto spec = parse_spec("gradient:4x4,paint=u8x1:5+2=200");
    ASSERT_TRUE(spec);
    const auto plain = make_input(spec->without_painting(), ElementType::u8, 1);
    const auto made = make_input(*spec, ElementType::u8, 1);
    ASSERT_TRUE(plain && made);
    for (uint64_t cell = 0; cell < 16; ++cell)
        EXPECT_EQ(value_at(*made, cell), cell == 5 || cell == 6 ? 200 : value_at(*plain, cell)) << cell;
}

TEST(Painting, FollowsTheElementType) {
    const auto spec = parse_spec("impulse:4x1,paint=u8x1:1=255");
    ASSERT_TRUE(spec);
    const auto real = make_input(*spec, ElementType::f32, 1), color = make_input(*spec, ElementType::u8, 3);
    ASSERT_TRUE(real && color);
    EXPECT_EQ(value_at(*real, 1), 1);
    for (uint64_t channel = 0; channel < 3; ++channel) EXPECT_EQ(value_at(*color, 3 + channel), 255);
    const CellValue gray = converted_value({255, 0, 0}, {"", ElementType::u8, 3, {}}, ElementType::u8, 1);
    EXPECT_EQ(gray[0], 76);
}

TEST(Painting, SkipsCellsBeyondTheEnd) {
    const auto spec = parse_spec("gradient:4x1,paint=u8x1:2+100=7");
    ASSERT_TRUE(spec);
    const auto made = make_input(*spec, ElementType::u8, 1);
    ASSERT_TRUE(made);
    EXPECT_EQ(value_at(*made, 3), 7);
}

TEST(Painting, RunsAreLimited) {
    std::vector<uint64_t> cells;
    for (uint64_t k = 0; k <= max_painted_runs; ++k) cells.push_back(2 * k);
    EXPECT_FALSE(Paintings().with(gray_bytes, cells, {1}));
    cells.pop_back();
    EXPECT_TRUE(Paintings().with(gray_bytes, cells, {1}));
}

} // namespace
} // namespace warpscope::input
