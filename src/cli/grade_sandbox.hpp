#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "lesson/assignment.hpp"

namespace warpscope::cli {

struct GradeLimits {
    /// Processor time for all cases.
    std::chrono::seconds processor{120};
    bool sandbox = true;
};

/// Limits the grading's time and memory. The sandbox also blocks network and most files. Unreadable output fails all
/// gates.
[[nodiscard]] lesson::Grade grade_in_sandbox(const lesson::Assignment& assignment,
                                             const std::filesystem::path& submission, const GradeLimits& limits);

void print_grade(const Result<lesson::Grade>& grade);

} // namespace warpscope::cli
