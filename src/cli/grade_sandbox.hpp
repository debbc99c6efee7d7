// Judging a submission in a process of its own, shut off from the machine.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "lesson/assignment.hpp"

namespace warpscope::cli {

struct GradeLimits {
    /// Of the processor, for one submission, all cases together: on a busy machine no submission gets less of it.
    std::chrono::seconds processor{120};
    bool sandbox = true;
};

/// Why no sandbox can be started here; nothing where it can.
[[nodiscard]] std::optional<Diagnostic> why_no_sandbox();

/// Starts this program once more to judge the file: without network, with a file system of which it sees what it needs,
/// and no more than limited time, memory and files. What it says that cannot be understood fails all gates.
[[nodiscard]] lesson::Grade grade_apart(const lesson::Assignment& assignment, const std::filesystem::path& submission,
                                        const GradeLimits& limits);

/// In that process: prints what grade_apart() reads.
void print_grade(const Result<lesson::Grade>& grade);

} // namespace warpscope::cli
