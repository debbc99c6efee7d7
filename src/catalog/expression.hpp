// Integer expressions of experiment files and kernels: + - * / %, parentheses, dotted names (block.x), functions min,
// max, ceil_div, ceil_log2. 64-bit; division truncates as in C.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

/// Limit for nested brackets and signs, so that no text exhausts the stack.
inline constexpr int max_nesting = 100;

using Lookup = std::function<std::optional<int64_t>(std::string_view name)>;

/// Returns the value of `text`. Errors name the unknown name, division by zero, overflow or syntax position.
[[nodiscard]] Result<int64_t> evaluate(std::string_view text, const Lookup& lookup);

/// Replaces names by values: "blockIdx.y*blockDim.y + threadIdx.y" -> "1*16 + 0".
[[nodiscard]] Result<std::string> substitute(std::string_view text, const Lookup& lookup);

/// Returns the distinct names in order, without functions.
[[nodiscard]] Result<std::vector<std::string>> names_in(std::string_view text);

/// Index arithmetic in kernel text: `int row = blockIdx.y * blockDim.y + threadIdx.y;`
struct IndexFormula {
    std::string name;
    std::string expression; // as written
    uint32_t line = 0;
};

/// Returns the kernel's integer declarations that are initialized from built-in indices, earlier such names and integer
/// parameters. Empty name: the first kernel.
[[nodiscard]] std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel);

} // namespace warpscope::catalog
