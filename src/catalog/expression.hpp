// Integer expressions of experiment files and of kernel text: + - * / %, comparison-free, parentheses, names with dots
// (block.x, blockIdx.y), and the functions min, max, ceil_div. 64-bit; division truncates as in C.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

/// Of brackets and signs, so that hostile text cannot exhaust the stack.
inline constexpr int max_nesting = 100;

using Lookup = std::function<std::optional<int64_t>(std::string_view name)>;

/// Value of `text`; the error names the unknown name, the division by zero, the overflow or the syntax error's
/// position.
[[nodiscard]] Result<int64_t> evaluate(std::string_view text, const Lookup& lookup);

/// The expression with every name replaced by its value: "blockIdx.y*blockDim.y + threadIdx.y" -> "1*16 + 0".
[[nodiscard]] Result<std::string> substitute(std::string_view text, const Lookup& lookup);

/// The distinct names in `text` in order of appearance, functions left out; the error is that of the syntax.
[[nodiscard]] Result<std::vector<std::string>> names_in(std::string_view text);

/// One line of index arithmetic found in kernel text: `int row = blockIdx.y * blockDim.y + threadIdx.y;`
struct IndexFormula {
    std::string name;
    std::string expression; // as written
    uint32_t line = 0;
};

/// Every declaration in `source` that initialises an integer with an expression over built-in indices, earlier such
/// names and integer kernel parameters, in order. Only the given kernel's body is searched; empty name: the first
/// kernel.
[[nodiscard]] std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel);

} // namespace warpscope::catalog
