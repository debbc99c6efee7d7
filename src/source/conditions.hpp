// Conditions of branches and loops, the comparisons that they consist of, and their value for a thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/expression.hpp"

namespace warpscope::source {

/// Returns the condition of the first if, while or for in the first line of `text`. It may continue in the next lines.
/// Empty if there is none.
[[nodiscard]] std::string_view condition_in(std::string_view text);

/// A part of a condition between && and ||.
struct ConditionPart {
    std::string_view text; // "c < width"
    std::string_view sign; // "<"; empty if it does not compare two values
};
/// Returns the parts in the order of evaluation.
[[nodiscard]] std::vector<ConditionPart> comparisons_in(std::string_view condition);

/// Returns the names of variables with their members, in the order of appearance: "c", "threadIdx.x".
[[nodiscard]] std::vector<std::string> names_in_condition(std::string_view condition);

/// Returns whether a condition holds; nullopt if that depends on something that is not a known whole number.
[[nodiscard]] std::optional<bool> holds(std::string_view condition, const WholeLookup& lookup);

} // namespace warpscope::source
