#include "input/input.hpp"

#include <gmock/gmock.h>

namespace warpscope::input {
namespace {

using ::testing::HasSubstr;

TEST(Spec, ParsesOneToThreeExtents) {
    const auto array = parse_spec("index:1000");
    ASSERT_TRUE(array) << array.error().text();
    EXPECT_EQ(array->pattern, Pattern::index);
    EXPECT_EQ(array->shape, (Shape{1000, 1, 1}));
    const auto image = parse_spec("gradient:76x62");
    ASSERT_TRUE(image);
    EXPECT_EQ(image->shape, (Shape{76, 62, 1}));
    EXPECT_FALSE(image->is_file());
    const auto volume = parse_spec("noise:7x5x3,seed=18446744073709551615");
    ASSERT_TRUE(volume);
    EXPECT_EQ(volume->shape, (Shape{7, 5, 3}));
    EXPECT_EQ(volume->seed, 18446744073709551615ull);
}

TEST(Spec, TextRoundTrips) {
    for (const char* text : {"gradient:76x62", "index:1000", "noise:1x5", "noise:3x1x2,seed=7", "impulse:1",
                             "some/photo.png", "checkerboard:16384x4096"}) {
        const auto spec = parse_spec(text);
        ASSERT_TRUE(spec) << text;
        EXPECT_EQ(spec->text(), text);
        EXPECT_EQ(*parse_spec(spec->text()), *spec);
    }
}

TEST(Spec, TextWithoutColonIsAFile) {
    const auto spec = parse_spec("photo.jpg");
    ASSERT_TRUE(spec);
    EXPECT_TRUE(spec->is_file());
    EXPECT_EQ(spec->file, "photo.jpg");
}

TEST(Spec, MistakesHaveHints) {
    for (const char* text : {"", "plasma:4x4", "gradient", "gradient:", "gradient:0x4", "gradient:4x", "gradient:x4",
                             "gradient:4x4x4x4", "gradient:-4x4", "gradient:4 x 4", "noise:4x4,seed=",
                             "noise:4x4,sed=1", "noise:4x4,seed=-1", "noise:4x4,seed=1x", "gradient:99999999999"}) {
        const auto spec = parse_spec(text);
        ASSERT_FALSE(spec) << text;
        EXPECT_EQ(spec.error().kind, ErrorKind::usage) << text;
        EXPECT_THAT(spec.error().hint, HasSubstr("checkerboard")) << text;
    }
    EXPECT_THAT(parse_spec("plasma:4x4").error().message, HasSubstr("'plasma:4x4'"));
}

TEST(Spec, SizesAreLimited) {
    EXPECT_TRUE(parse_spec("index:16384x4096"));
    EXPECT_TRUE(parse_spec("index:67108864"));
    EXPECT_FALSE(parse_spec("index:67108865"));
    EXPECT_FALSE(parse_spec("index:16385x1"));
    EXPECT_FALSE(parse_spec("index:16384x4097"));
    EXPECT_FALSE(parse_spec("index:16384x16384x16384"));
    EXPECT_THAT(parse_spec("index:16385x2").error().message, HasSubstr("16384"));
}

} // namespace
} // namespace warpscope::input
