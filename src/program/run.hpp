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
    std::filesystem::path record; // must exist
    bool checks = false;          // finds races and reads of unwritten memory
    bool output_to_stderr = false;
    bool on_gpu = false;                              // uses the real CUDA runtime and records nothing
    uint64_t keep_bytes = 0;                          // budget for kept launches (capture/kept_launch.hpp)
    std::optional<uint32_t> keep_only = std::nullopt; // keeps only this launch, then ends the program
    std::filesystem::path working_folder = {};        // default: current folder
    std::string name = {};                            // argv[0], default: the executable

    /// Gets the program's output, and periodically "". If set, the program gets no input and no keyboard signals;
    /// otherwise it shares this process's streams.
    std::function<void(std::string_view)> output = nullptr;
    const std::atomic<bool>* cancel = nullptr; // kills the program; requires `output`
};

struct RunOutcome {
    int exit_status = 0; // 128 plus signal number after a signal
    int signal = 0;
    bool canceled = false;
    double milliseconds = 0;
};

/// Returns "samples/sobel" for samples/sobel.cu, "./sobel" for sobel.cu.
[[nodiscard]] std::string program_name(const std::filesystem::path& source);

[[nodiscard]] std::filesystem::path runtime_folder();

/// Runs a program in its own process. The program is killed if the calling thread ends. Without `output`, Ctrl+C ends
/// only the program.
[[nodiscard]] Result<RunOutcome> run(const RunRequest& request);

} // namespace warpscope::program
