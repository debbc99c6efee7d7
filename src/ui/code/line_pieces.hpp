// A line of program text in pieces, where the room is too narrow for all of it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ui/code/syntax_highlight.hpp"

namespace warpscope::ui {

struct LinePiece {
    size_t begin = 0, end = 0; // bytes of the line
    size_t indent = 0;         // columns before it
};

/// Breaks the line so that no piece is wider than `columns`, at blanks where there are any; the pieces behind the first
/// are indented by four columns more than the line is. At least one.
[[nodiscard]] std::vector<LinePiece> pieces_of(std::string_view line, size_t columns);
/// What of the line's tokens lies in [begin, end).
[[nodiscard]] std::vector<Token> tokens_within(const std::vector<Token>& tokens, size_t begin, size_t end);

} // namespace warpscope::ui
