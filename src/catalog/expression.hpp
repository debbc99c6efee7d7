// 64-bit integer expressions of experiment files: + - * / %, parentheses, dotted names (block.x), min, max, ceil_div,
// ceil_log2. Division truncates as in C.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "source/expression.hpp"

namespace warpscope::catalog {

using Lookup = source::WholeLookup;

[[nodiscard]] Result<int64_t> evaluate(std::string_view text, const Lookup& lookup);

/// Returns each name once, in order of appearance, except function names.
[[nodiscard]] Result<std::vector<std::string>> names_in(std::string_view text);

} // namespace warpscope::catalog
