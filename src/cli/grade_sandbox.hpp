// Grades a submission in an isolated process.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "lesson/assignment.hpp"

namespace warpscope::cli {

struct GradeLimits {
    /// Processor time for all cases, independent of the machine's load.
    std::chrono::seconds processor{120};
    bool sandbox = true;
};

/// Returns nullopt if a sandbox works here.
[[nodiscard]] std::optional<Diagnostic> sandbox_error();

/// Grades in a sandbox: no network, few visible files, limited time, memory and output. Unreadable output fails all
/// gates.
[[nodiscard]] lesson::Grade grade_in_sandbox(const lesson::Assignment& assignment,
                                             const std::filesystem::path& submission, const GradeLimits& limits);

/// Prints a grade for grade_in_sandbox().
void print_grade(const Result<lesson::Grade>& grade);

} // namespace warpscope::cli
