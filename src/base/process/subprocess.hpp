// Runs a program without a shell and captures its output.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope {

struct ProcessResult {
    int exit_status = -1; // -1: ended by a signal or at the time limit
    bool timed_out = false;
    bool cancelled = false;
    std::string output; // standard output and error, interleaved
};

/// Runs `command`, whose first element is the path, with empty standard input. Kills the program and its children at
/// the time limit or when `cancel` is set. Fails if it cannot be started.
[[nodiscard]] Result<ProcessResult> run_process(const std::vector<std::string>& command,
                                                std::chrono::milliseconds time_limit,
                                                const std::atomic<bool>* cancel = nullptr);

/// Returns the first executable file `name` on $PATH, or "".
[[nodiscard]] std::string find_on_path(const std::string& name);

} // namespace warpscope
