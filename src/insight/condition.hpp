// Reads the condition that a line of CUDA C++ branches on. Works on the text alone: the names' values come from the
// caller.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/expression.hpp"

namespace warpscope::insight {

/// Returns the text between the parentheses of an if or while, or the middle part of a for. Empty if the line has none
/// of them or if the condition continues on the next line.
[[nodiscard]] std::string_view condition_in(std::string_view line);

/// One operand of && or ||.
struct ConditionPart {
    std::string_view text; // "c < width"
    std::string_view sign; // "<"; empty if the part does not compare two values
};
/// Splits a condition at && and ||, in the order of evaluation.
[[nodiscard]] std::vector<ConditionPart> comparisons_in(std::string_view condition);

/// Returns the variables of a condition in order of appearance, members by their whole name: "c", "threadIdx.x".
[[nodiscard]] std::vector<std::string> names_in_condition(std::string_view condition);

/// Evaluates comparisons that are joined by &&, ||, ! and brackets. Returns nothing if the result depends on an unknown
/// name or on anything but whole numbers.
[[nodiscard]] std::optional<bool> holds(std::string_view condition, const catalog::Lookup& lookup);

} // namespace warpscope::insight
