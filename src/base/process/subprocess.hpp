// Runs a program without a shell and collects what it prints.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope {

struct ProcessResult {
    int exit_status = -1; // -1: ended by a signal or stopped at the time limit
    bool timed_out = false;
    bool cancelled = false;
    std::string output; // standard output and error, in the order written
};

/// `command[0]` is the program's path. Standard input is empty. At the time limit, and when `cancel` is set, the
/// program and its children are killed. Fails when it cannot be started.
[[nodiscard]] Result<ProcessResult> run_process(const std::vector<std::string>& command,
                                                std::chrono::milliseconds time_limit,
                                                const std::atomic<bool>* cancel = nullptr);

/// First file called `name` on $PATH that may be executed; empty when there is none.
[[nodiscard]] std::string find_on_path(const std::string& name);

} // namespace warpscope
