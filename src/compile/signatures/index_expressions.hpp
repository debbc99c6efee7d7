#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "source/declarations.hpp"
#include "source/expression.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {

using ExpressionTree = std::shared_ptr<const source::ExpressionNode>;

/// Parses an index without its casts. Returns null if it cannot be parsed.
[[nodiscard]] ExpressionTree index_expression(const source::Tokens& tokens, size_t first, size_t end);

/// Returns the first token from `at` on that is one of `marks` or closes a bracket from before `at`, else `end`.
[[nodiscard]] size_t end_of_part(const source::Tokens& tokens, size_t at, size_t end, std::string_view marks);

/// Returns a text that is equal for equal expressions, also if operands of + or * are in another order.
[[nodiscard]] std::string key_of(const source::ExpressionNode& node);

struct IndexBound {
    ExpressionTree index, bound;
    bool is_inclusive = false; // "i <= n"
};
/// Returns both readings of each comparison in the body.
[[nodiscard]] std::vector<IndexBound> index_bounds(const source::Tokens& tokens, size_t first, size_t end);

/// Returns the values that the body assigns to each variable. A value is null if it cannot be parsed.
[[nodiscard]] std::multimap<std::string, ExpressionTree> assigned_values(const source::Tokens& tokens, size_t first,
                                                                         size_t end);

} // namespace warpscope::compile
