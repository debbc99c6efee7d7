// Markdown as what a panel lays out: blocks of words in a few styles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::lesson {

struct Span {
    std::string text;
    bool strong = false, emphasis = false, code = false;
    bool line_break = false; // after it

    friend bool operator==(const Span&, const Span&) = default;
};

struct Block {
    enum class Kind : uint8_t { paragraph, heading, item, code };
    Kind kind = Kind::paragraph;
    int depth = 0;           // of lists within lists, from 0
    std::string mark;        // of an item: "•" or "2."; empty where it is another paragraph of the item before
    std::vector<Span> spans; // of code: one, with line ends

    friend bool operator==(const Block&, const Block&) = default;
};

/// HTML is text; pictures are their words, links theirs.
[[nodiscard]] std::vector<Block> blocks_of(std::string_view markdown);
/// Without any marks, paragraphs on lines of their own.
[[nodiscard]] std::string plain_text(std::string_view markdown);

} // namespace warpscope::lesson
