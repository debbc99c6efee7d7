// Runs a built program in its own process with kernels on the emulator.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

struct RunRequest {
    std::filesystem::path executable;
    std::vector<std::string> arguments;
    std::filesystem::path record;                     // existing folder for the record
    bool checks = false;                              // measures launches, finds races and reads of unwritten memory
    bool output_to_stderr = false;                    // redirects standard output
    bool on_gpu = false;                              // uses CUDA's runtime and records nothing
    uint64_t keep_bytes = 0;                          // limit for kept launches (capture/kept_launch.hpp)
    std::optional<uint32_t> keep_only = std::nullopt; // keeps only this launch and then ends the program
    std::filesystem::path working_folder = {};        // empty: current folder
    std::string name = {};                            // argv[0]; empty: the executable's path

    /// Receives the program's output, periodically even if empty. Standard input is then empty, and keyboard signals do
    /// not reach the program. If unset, the program shares this process's streams.
    std::function<void(std::string_view)> output = nullptr;
    const std::atomic<bool>* cancel = nullptr; // kills the program; used only with `output`
};

struct RunOutcome {
    int exit_status = 0; // 128 plus the signal's number after a signal
    int signal = 0;
    bool cancelled = false;
    double milliseconds = 0;
};

/// Returns the usual name of a program built next to its source: "samples/sobel" for samples/sobel.cu, "./sobel" for
/// sobel.cu.
[[nodiscard]] std::string name_beside(const std::filesystem::path& source);

/// Returns the folder of the replacement runtime library; empty if missing.
[[nodiscard]] std::filesystem::path runtime_folder();

/// Runs the program and waits for its end; it ends with the calling thread at the latest. Without `output`, Ctrl+C ends
/// only the program.
[[nodiscard]] Result<RunOutcome> run(const RunRequest& request);

} // namespace warpscope::program
