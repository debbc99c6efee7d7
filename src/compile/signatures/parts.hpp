// Lists in a source's text. Private to src/compile.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/source/tokens.hpp"

namespace warpscope::compile {

/// Tokens [first, second) between the commas outside of brackets.
[[nodiscard]] std::vector<std::pair<size_t, size_t>> parts_between_commas(const std::vector<Token>& tokens,
                                                                          size_t first, size_t end);
/// Tokens as one text, with blanks between words alone.
[[nodiscard]] std::string words_of(const std::vector<Token>& tokens, size_t first, size_t end);

} // namespace warpscope::compile
