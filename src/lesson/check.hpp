// Runs all launches of a lesson and reports problems for its author.
#pragma once

#include "catalog/experiment.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

struct CheckReport {
    std::vector<Diagnostic> problems;
    size_t steps = 0, questions = 0, launches = 0; // checked items; each size counts as a question
    std::vector<std::string> answers;              // one line per question: measured value, options, texts
};

/// Checks that expressions have values, right answers exist, choices differ, conditions hold for some but not all, and
/// quoted lines, buffers and tabs exist. Does not check spotlights. Runs every launch.
[[nodiscard]] CheckReport check(const Lesson& lesson, const catalog::Catalog& catalog);

} // namespace warpscope::lesson
