// Runs all launches of a lesson and looks for what a teacher would not want a class to find.
#pragma once

#include "catalog/experiment.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

struct CheckReport {
    std::vector<Diagnostic> problems;
    size_t steps = 0, questions = 0, launches = 0; // looked at; each other size is a question of its own
    std::vector<std::string> answers;              // of each question: what is measured, out of what, and what is said
};

/// Every expression must have a value, the right answer be there, choices differ, conditions hold somewhere and not
/// everywhere, quoted lines, buffers and tabs exist. Spotlights are the window's matter. Takes as long as its runs do.
[[nodiscard]] CheckReport check(const Lesson& lesson, const catalog::Catalog& catalog);

} // namespace warpscope::lesson
