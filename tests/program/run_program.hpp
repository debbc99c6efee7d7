// Runs one of tests/programs as `warpscope run FILE.cu --report FILE` does.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpscope {

struct ProgramRun {
    int status = 0; // of the command line
    std::string output, errors;
    nlohmann::json report; // null without
};

/// Whether there is a compiler for programs; else tests are skipped. "nvrtc" means nvcc, as for `--compiler`.
[[nodiscard]] bool can_build_programs(const std::string& compiler = "auto");

/// `file` below tests/programs. `input` is what the program finds on its standard input, `options` are the command's.
[[nodiscard]] ProgramRun run_program(const std::string& file, bool with_report,
                                     const std::vector<std::string>& arguments = {}, const std::string& input = {},
                                     const std::vector<std::string>& options = {});

/// A command of the command line, the words before the report's option and those behind it.
[[nodiscard]] ProgramRun run_command(std::vector<std::string> words, bool with_report,
                                     const std::vector<std::string>& behind, const std::string& input = {});

/// The finding of this kind; null when there is none or there are several.
[[nodiscard]] nlohmann::json only_finding(const ProgramRun& run, const std::string& kind);

[[nodiscard]] std::string read_text(const std::string& path);

} // namespace warpscope
