#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope {

struct ProcessResult {
    int exit_status = -1; // -1 after a signal or timeout
    bool timed_out = false;
    bool canceled = false;
    std::string output;
};

/// Runs `command`, whose first word is a path, without a shell and with empty input. Kills the program and its children
/// when the time limit passes, `*cancel` becomes true, or this process ends.
[[nodiscard]] Result<ProcessResult> run_process(const std::vector<std::string>& command,
                                                std::chrono::milliseconds time_limit,
                                                const std::atomic<bool>* cancel = nullptr);

[[nodiscard]] std::string find_on_path(const std::string& name);

} // namespace warpscope
