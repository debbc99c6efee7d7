// Runs tests/programs as `warpscope run FILE.cu --report FILE` does.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpscope {

struct ProgramRun {
    int status = 0; // exit status of the command
    std::string output, errors;
    nlohmann::json report; // null without a report
};

/// Returns whether a compiler for programs is installed. "nvrtc" means nvcc, as for `--compiler`.
[[nodiscard]] bool can_build_programs(const std::string& compiler = "auto");

/// Runs `file` below tests/programs. `input`: the program's standard input; `options`: options of `warpscope run`.
[[nodiscard]] ProgramRun run_program(const std::string& file, bool with_report,
                                     const std::vector<std::string>& arguments = {}, const std::string& input = {},
                                     const std::vector<std::string>& options = {});

/// Runs the command that consists of `words`, the report option, and `trailing_words`.
[[nodiscard]] ProgramRun run_command(std::vector<std::string> words, bool with_report,
                                     const std::vector<std::string>& trailing_words, const std::string& input = {});

/// Returns the only finding of this kind; null if there is none or several.
[[nodiscard]] nlohmann::json only_finding(const ProgramRun& run, const std::string& kind);

[[nodiscard]] std::string read_text(const std::string& path);

} // namespace warpscope
