// Finds the condition that a line of CUDA C++ branches on, and the comparisons that it is made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::ui {

/// What stands between the parentheses of an if or while, or in the middle of a for's; empty where the line has none
/// of them, or it goes on in the next line.
[[nodiscard]] std::string_view condition_in(std::string_view line);

/// A part of a condition that && and || join.
struct ConditionPart {
    std::string_view text; // "c < width"
    std::string_view sign; // "<"; empty where it is no comparison of two values
};
/// In the order in which they are evaluated.
[[nodiscard]] std::vector<ConditionPart> comparisons_in(std::string_view condition);

/// Names of variables, members by their whole name: "c", "threadIdx.x"; in order of appearance.
[[nodiscard]] std::vector<std::string> names_in_condition(std::string_view condition);

} // namespace warpscope::ui
