// What a condition asks for, part by part, with what was measured of each.
#pragma once

#include <string>
#include <vector>

#include "lesson/expression.hpp"

namespace warpscope::lesson {

struct GoalPart {
    std::string words; // "warps that split: 75, asked: exactly 0"
    bool holds = false;
};

/// The comparisons that are joined by "and"; what is joined otherwise is one part.
[[nodiscard]] std::vector<GoalPart> parts_of(const Expression& condition, const Names& names);

} // namespace warpscope::lesson
