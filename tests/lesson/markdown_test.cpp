#include <gtest/gtest.h>

#include "lesson/markdown.hpp"

namespace warpscope::lesson {
namespace {

TEST(Markdown, ReadsInlineStyles) {
    const std::vector<Block> blocks = blocks_of("A **warp** is *32*\nlanes: `if (col < width)`.");
    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(blocks[0].kind, Block::Kind::paragraph);
    const std::vector<Span> wanted{
        {"A "}, {"warp", true}, {" is "}, {"32", false, true}, {" lanes: "}, {"if (col < width)", false, false, true},
        {"."}};
    EXPECT_EQ(blocks[0].spans, wanted);
}

TEST(Markdown, ReadsListsHeadingsAndCode) {
    const std::vector<Block> blocks =
        blocks_of("# Edge\n\n1. first\n2. second\n   - inner\n\n```\nint a;\n  int b;\n```\n");
    ASSERT_EQ(blocks.size(), 5u);
    EXPECT_EQ(blocks[0].kind, Block::Kind::heading);
    EXPECT_EQ(blocks[1].mark, "1.");
    EXPECT_EQ(blocks[2].mark, "2.");
    EXPECT_EQ(blocks[3].mark, "•");
    EXPECT_EQ(blocks[3].depth, 1);
    EXPECT_EQ(blocks[4].kind, Block::Kind::code);
    EXPECT_EQ(blocks[4].spans.at(0).text, "int a;\n  int b;\n");
}

TEST(Markdown, ShowsHtmlAsText) {
    EXPECT_EQ(plain_text("a <b>c</b> & d"), "a <b>c</b> & d");
    EXPECT_EQ(plain_text("two\n\nparagraphs and [a link](x)"), "two\nparagraphs and a link");
}

} // namespace
} // namespace warpscope::lesson
