#include "input/png_text.hpp"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "input/input.hpp"
#include "scratch_folder.hpp"

namespace warpscope::input {
namespace {

std::string sample() {
    std::ifstream in(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(PngText, RoundTripsWithoutChangingThePicture) {
    const std::string text = "größer than\nthat\0 and more" + std::string(100'000, 'x');
    const std::string with = with_png_text(sample(), "Warpscope scene", text);
    const auto found = find_png_text(with, "Warpscope scene");
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(*found, text);
    EXPECT_EQ(*find_png_text(with, "Another"), std::nullopt);
    EXPECT_EQ(*find_png_text(sample(), "Warpscope scene"), std::nullopt);
    const ScratchFolder folder;
    const auto plain = load_image(folder.write("a.png", sample())), carrying = load_image(folder.write("b.png", with));
    ASSERT_TRUE(plain && carrying);
    EXPECT_EQ(*plain->bytes, *carrying->bytes);
}

TEST(PngText, DamageIsDetected) {
    const std::string with = with_png_text(sample(), "Warpscope scene", std::string(1000, 'x'));
    std::string damaged = with;
    damaged[300] = 'y';
    EXPECT_FALSE(find_png_text(damaged, "Warpscope scene"));
    for (size_t length = 0; length < 1060; ++length) {
        const auto found = find_png_text(std::string_view(with).substr(0, length), "Warpscope scene");
        EXPECT_TRUE(!found || !*found) << length;
    }
    EXPECT_EQ(*find_png_text("no picture at all", "Warpscope scene"), std::nullopt);
}

} // namespace
} // namespace warpscope::input
