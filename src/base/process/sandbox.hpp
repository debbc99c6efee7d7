// Runs a program under bubblewrap, which hides the network, other processes, the user's files and variables.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope {

/// Returns an error if sandboxes do not work here. `without`: advice for working without a sandbox.
[[nodiscard]] std::optional<Diagnostic> sandbox_error(const std::string& without);

struct Sandbox {
    std::vector<std::filesystem::path> visible = {}; // files and folders at their own paths, read-only
    std::vector<std::pair<std::filesystem::path, std::string>> files = {}; // file and its path inside, read-only
    std::vector<std::pair<std::string, std::string>> environment = {};
};

/// Returns words to put before a command to run it in the sandbox. The working folder is empty and writable.
[[nodiscard]] std::vector<std::string> sandbox_command(const Sandbox& sandbox);

struct ProcessLimits {
    std::chrono::seconds processor;
    uint64_t file_bytes = uint64_t{64} << 20;   // per file
    uint64_t memory_bytes = uint64_t{16} << 30; // address space per process
    uint32_t processes = 0;                     // 0: any number
};

/// Returns words to put before a command, or {} without prlimit.
[[nodiscard]] std::vector<std::string> limit_command(const ProcessLimits& limits);

/// Exit status after the CPU time is used up.
extern const int processor_time_status;

/// Prints an answer so that find_answer() can tell it from other output.
void print_answer(std::string_view text);
/// Returns "" if print_answer() was not called.
[[nodiscard]] std::string_view find_answer(std::string_view output);

} // namespace warpscope
