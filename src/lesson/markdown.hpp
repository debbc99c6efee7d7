#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::lesson {

struct Span {
    std::string text;
    bool strong = false, emphasis = false, code = false;
    bool line_break = false; // after the text

    friend bool operator==(const Span&, const Span&) = default;
};

struct Block {
    enum class Kind : uint8_t { paragraph, heading, item, code };
    Kind kind = Kind::paragraph;
    int depth = 0;           // nesting of lists, from 0
    std::string mark;        // "•" or "2."; "" in further paragraphs
    std::vector<Span> spans; // code: one span with line breaks

    friend bool operator==(const Block&, const Block&) = default;
};

/// Parses Markdown. HTML stays literal text; only the words of pictures and links remain.
[[nodiscard]] std::vector<Block> blocks_of(std::string_view markdown);
[[nodiscard]] std::string plain_text(std::string_view markdown);

} // namespace warpscope::lesson
