#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ui/code/syntax_highlight.hpp"

namespace warpscope::ui {

struct LinePiece {
    size_t begin = 0, end = 0;
    size_t indent = 0; // columns before the piece
};

/// Wraps a line to `columns`, at blanks if possible; further pieces are indented by four more columns. Returns at least
/// one piece.
[[nodiscard]] std::vector<LinePiece> pieces_of(std::string_view line, size_t columns);
[[nodiscard]] std::vector<Token> tokens_within(const std::vector<Token>& tokens, size_t begin, size_t end);

} // namespace warpscope::ui
