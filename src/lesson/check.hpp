// Checks a lesson for its author.
#pragma once

#include "catalog/experiment.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

struct CheckReport {
    std::vector<Diagnostic> problems;
    size_t steps = 0, questions = 0, launches = 0; // each size counts as a question
    std::vector<std::string> answers;
};

/// Runs every launch. Checks expressions, answers, conditions (hold for some but not all), quoted lines, buffers and
/// tabs.
[[nodiscard]] CheckReport check(const Lesson& lesson, const catalog::Catalog& catalog);

} // namespace warpscope::lesson
