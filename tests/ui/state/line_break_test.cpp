#include "ui/widgets/line_break.hpp"

#include <gtest/gtest.h>

namespace warpscope::ui {
namespace {

std::string parted(std::string_view words) {
    std::string parts;
    while (!words.empty()) {
        const size_t bytes = unbroken(words);
        parts.append(parts.empty() ? "" : "|").append(words.substr(0, bytes));
        words.remove_prefix(bytes);
    }
    return parts;
}

TEST(LineBreak, OtherLanguagesBreakAtSpaces) {
    EXPECT_EQ(parted("threads"), "threads");
    EXPECT_EQ(parted("потоки—блока"), "потоки—блока");
}

TEST(LineBreak, ChineseBreaksBetweenLetters) {
    EXPECT_EQ(parted("线程束"), "线|程|束");
    EXPECT_EQ(parted("的warp数"), "的|warp|数");
}

TEST(LineBreak, PunctuationStaysWithItsWord) {
    EXPECT_EQ(parted("分歧。块"), "分|歧。|块");
    EXPECT_EQ(parted("“线程”（块）"), "“线|程”|（块）");
    EXPECT_EQ(parted("第3块，"), "第|3|块，");
}

TEST(LineBreak, SizesAreNotBroken) {
    EXPECT_EQ(size_at_begin("16 × 16 threads"), std::string_view("16 × 16").size());
    EXPECT_EQ(size_at_begin("8 × 8 × 4"), std::string_view("8 × 8 × 4").size());
    EXPECT_EQ(size_at_begin("threads of 16 × 16"), 0u);
    EXPECT_EQ(size_at_begin("线程束是线程块的两行。"), 0u) << "its letters may stand on two lines";
}

} // namespace
} // namespace warpscope::ui
