#pragma once

#include "catalog/experiment.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

struct CheckReport {
    std::vector<Diagnostic> problems;
    size_t steps = 0, questions = 0, launches = 0; // a question counts once per size
    std::vector<std::string> answers;
};

/// Checks a lesson for its author by running every launch. Reports conditions that hold for all items or none.
[[nodiscard]] CheckReport check(const Lesson& lesson, const catalog::Catalog& catalog);

} // namespace warpscope::lesson
