#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/expression.hpp"

namespace warpscope::source {

/// Returns the condition of the first `if`, `while` or `for` in the first line, or "". The condition may continue in
/// further lines.
[[nodiscard]] std::string_view condition_in(std::string_view text);

struct ConditionPart {
    std::string_view text; // "c < width"
    std::string_view sign; // "<"; "" unless it compares two values
};
[[nodiscard]] std::vector<ConditionPart> comparisons_in(std::string_view condition);

/// Returns the distinct names of variables and members, in order: "c", "threadIdx.x".
[[nodiscard]] std::vector<std::string> names_in_condition(std::string_view condition);

/// Returns nullopt if the condition depends on an unknown value.
[[nodiscard]] std::optional<bool> holds(std::string_view condition, const WholeLookup& lookup);

} // namespace warpscope::source
