#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "program/build.hpp"
#include "program/record.hpp"
#include "program/run.hpp"

namespace warpscope::cli {

struct ProgramOptions {
    std::string file;
    std::vector<std::string> arguments;
    std::vector<std::string> include_folders, defines, sources; // `sources`: further source files
    std::string device = "auto", compiler = "auto", report = {};
};

[[nodiscard]] bool is_source_file(const std::string& file);

[[nodiscard]] bool is_program_of(const std::string& target, const std::vector<std::string>& further);

/// `file`: shown for findings without a location.
[[nodiscard]] bool report_findings(program::Record& record, const program::RunOutcome& outcome,
                                   const std::string& file);

struct ReportedRun {
    std::string file;
    std::vector<std::string> arguments;
    bool on_gpu = false;
    const program::BuiltProgram* built = nullptr; // null if built elsewhere
};

/// `target`: file or "-".
[[nodiscard]] Result<void> write_program_report(const std::string& target, const ReportedRun& run,
                                                const program::RunOutcome& outcome, const program::Record& record);

/// Runs `warpscope run FILE.cu`. Returns whether a finding is an error or the exit status is not 0.
[[nodiscard]] Result<bool> run_program(const ProgramOptions& options);

} // namespace warpscope::cli
