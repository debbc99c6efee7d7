#pragma once

#include "catalog/experiment.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

struct CheckReport {
    std::vector<Diagnostic> problems;
    size_t steps = 0, questions = 0, launches = 0; // a question counts once per input size
    std::vector<std::string> answers;
};

/// Runs every launch of a lesson. Also reports bad questions, such as conditions that hold for all cells or no line.
[[nodiscard]] CheckReport check(const Lesson& lesson, const catalog::Catalog& catalog);

} // namespace warpscope::lesson
