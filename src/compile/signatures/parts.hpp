#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/source/tokens.hpp"

namespace warpscope::compile {

[[nodiscard]] std::vector<std::pair<size_t, size_t>> parts_between_commas(const std::vector<Token>& tokens,
                                                                          size_t first, size_t end);
/// Adds blanks between words only.
[[nodiscard]] std::string words_of(const std::vector<Token>& tokens, size_t first, size_t end);

} // namespace warpscope::compile
