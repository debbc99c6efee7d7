// `warpscope run FILE.cu` for programs.
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
    std::vector<std::string> arguments;                         // arguments of the program
    std::vector<std::string> include_folders, defines, sources; // further source files
    std::string device = "auto", compiler = "auto", report = {};
};

/// Accepts existing files of CUDA C++, C++ and C.
[[nodiscard]] bool is_source_file(const std::string& file);

/// Returns whether a file defines main().
[[nodiscard]] bool is_program_of(const std::string& target, const std::vector<std::string>& further);

/// Returns whether there were errors or a nonzero exit status. `file`: default place.
[[nodiscard]] bool report_findings(program::Record& record, const program::RunOutcome& outcome,
                                   const std::string& file);

/// Report entries missing in the record.
struct ReportedRun {
    std::string file;
    std::vector<std::string> arguments;
    bool on_gpu = false;
    const program::BuiltProgram* built = nullptr; // null: built elsewhere
};

/// `target`: file or "-".
[[nodiscard]] Result<void> write_program_report(const std::string& target, const ReportedRun& run,
                                                const program::RunOutcome& outcome, const program::Record& record);

/// Returns whether there were findings or a nonzero exit status.
[[nodiscard]] Result<bool> run_program(const ProgramOptions& options);

} // namespace warpscope::cli
