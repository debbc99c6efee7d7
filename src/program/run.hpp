// Runs a built program in a process of its own, with its kernels on the emulator.
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
    std::filesystem::path record;  // folder for what the library tells of the run; must exist
    bool checks = false;           // measure every launch and look for races and reads of unwritten memory
    bool output_to_stderr = false; // the program's standard output
    bool on_gpu = false;           // with CUDA's own runtime, of which nothing is recorded
    uint64_t keep_bytes = 0;       // launches are kept whole in the record (capture/kept_launch.hpp), at most so much
    std::optional<uint32_t> keep_only = std::nullopt; // just this one, and the program ends with it
    std::filesystem::path working_folder = {};        // empty: this process's own
    std::string name = {};                            // that the program sees as its own; empty: the executable's path

    /// Told of what the program writes to either of its outputs, every so often also of nothing. Its standard input is
    /// empty then and the keyboard's signals are not its own. None: all of these are this process's.
    std::function<void(std::string_view)> output = nullptr;
    const std::atomic<bool>* cancel = nullptr; // looked at where there is `output`: ends the program at once
};

struct RunOutcome {
    int exit_status = 0; // of the program; 128 and the signal's number when one ended it
    int signal = 0;
    bool cancelled = false;
    double milliseconds = 0;
};

/// What a program is called that is built beside its source, as most are: "samples/sobel" of samples/sobel.cu,
/// "./sobel" of sobel.cu.
[[nodiscard]] std::string name_beside(const std::filesystem::path& source);

/// The folder of the library that stands in for CUDA's; empty when it is not there.
[[nodiscard]] std::filesystem::path runtime_folder();

/// Waits for the end; the program ends at the latest with the thread that called. Standard input and error are the
/// program's, if `output` does not ask for them; Ctrl+C ends the program then, and this goes on.
[[nodiscard]] Result<RunOutcome> run(const RunRequest& request);

} // namespace warpscope::program
