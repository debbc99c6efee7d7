// `warpscope run FILE.cu` of a file with main(): builds the program and runs it as it is.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "program/build.hpp"
#include "program/record.hpp"
#include "program/run.hpp"

namespace warpscope::cli {

struct ProgramWishes {
    std::string file;
    std::vector<std::string> arguments;                          // of the program
    std::vector<std::string> include_folders, defines, sources;  // -I, -D, and source files besides
    std::string device = "auto", compiler = "auto", report = {}; // as `run` takes them
};

/// Returns whether there is a file of CUDA C++, C++ or C by its ending.
[[nodiscard]] bool is_source_file(const std::string& file);

/// Returns whether one of the files has main(), whatever else they are: a program of several, which `run` builds.
[[nodiscard]] bool is_program_of(const std::string& target, const std::vector<std::string>& further);

/// Prints what was found in a run, and the signal that ended it, to standard error; `file` is named where no other is.
/// Returns whether there was an error, or the program's own exit status is not 0.
[[nodiscard]] bool say_what_was_found(program::Record& record, const program::RunOutcome& outcome,
                                      const std::string& file);

/// What a report says of a run besides what was recorded.
struct ReportedRun {
    std::string file;
    std::vector<std::string> arguments;
    bool on_gpu = false;
    const program::BuiltProgram* built = nullptr; // null: by others
};

/// `target`: a file, or "-" for standard output.
[[nodiscard]] Result<void> write_program_report(const std::string& target, const ReportedRun& run,
                                                const program::RunOutcome& outcome, const program::Record& record);

/// Returns whether there were findings, or the program's own exit status is not 0.
[[nodiscard]] Result<bool> run_program(const ProgramWishes& wishes);

} // namespace warpscope::cli
