// Runs a program without a shell.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope {

struct ProcessResult {
    int exit_status = -1; // -1 after a signal or the time limit
    bool timed_out = false;
    bool cancelled = false;
    std::string output; // standard output and standard error
};

/// Runs `command`, whose first word is a path, with empty input. The time limit, `cancel`, and the end of this process
/// kill the program and its children.
[[nodiscard]] Result<ProcessResult> run_process(const std::vector<std::string>& command,
                                                std::chrono::milliseconds time_limit,
                                                const std::atomic<bool>* cancel = nullptr);

/// Returns "" if not found.
[[nodiscard]] std::string find_on_path(const std::string& name);

} // namespace warpscope
