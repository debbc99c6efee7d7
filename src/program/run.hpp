// Runs a built program in a process of its own, with its kernels on the emulator.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

struct RunRequest {
    std::filesystem::path executable;
    std::vector<std::string> arguments;
    std::filesystem::path record;  // folder for what the library tells of the run; must exist
    bool checks = false;           // measure every launch and look for races and reads of unwritten memory
    bool output_to_stderr = false; // the program's standard output
    bool on_gpu = false;           // with CUDA's own runtime, of which nothing is recorded
};

struct RunOutcome {
    int exit_status = 0; // of the program; 128 and the signal's number when one ended it
    int signal = 0;
    double milliseconds = 0;
};

/// The folder of the library that stands in for CUDA's; empty when it is not there.
[[nodiscard]] std::filesystem::path runtime_folder();

/// Waits for the end. Standard input and error are the program's; Ctrl+C ends the program, and this goes on.
[[nodiscard]] Result<RunOutcome> run(const RunRequest& request);

} // namespace warpscope::program
