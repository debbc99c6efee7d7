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

/// Limits nested brackets and signs, to protect the stack.
inline constexpr int max_nesting = 100;

using Lookup = std::function<std::optional<int64_t>(std::string_view name)>;

/// Errors name the unknown name, division by zero, overflow or syntax position.
[[nodiscard]] Result<int64_t> evaluate(std::string_view text, const Lookup& lookup);

/// Replaces names by values: "blockIdx.y*blockDim.y + threadIdx.y" -> "1*16 + 0".
[[nodiscard]] Result<std::string> substitute(std::string_view text, const Lookup& lookup);

/// Returns distinct names in order, without functions.
[[nodiscard]] Result<std::vector<std::string>> names_in(std::string_view text);

/// Index arithmetic such as `int row = blockIdx.y * blockDim.y + threadIdx.y;`
struct IndexFormula {
    std::string name;
    std::string expression;
    uint32_t line = 0;
};

/// Returns integer declarations initialized from built-in indices, such names, and integer parameters. Empty name:
/// first kernel.
[[nodiscard]] std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel);

} // namespace warpscope::catalog
