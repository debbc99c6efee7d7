// `warpscope run FILE.cu` for programs: builds and runs them.
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
    std::vector<std::string> arguments;                         // for the program
    std::vector<std::string> include_folders, defines, sources; // -I, -D, and further source files
    std::string device = "auto", compiler = "auto", report = {};
};

/// Returns whether an existing file has the extension of CUDA C++, C++ or C.
[[nodiscard]] bool is_source_file(const std::string& file);

/// Returns whether any of the files defines main(), which makes them a program.
[[nodiscard]] bool is_program_of(const std::string& target, const std::vector<std::string>& further);

/// Prints findings and a terminating signal to standard error; `file` is the default place. Returns whether there were
/// errors or a nonzero exit status.
[[nodiscard]] bool say_what_was_found(program::Record& record, const program::RunOutcome& outcome,
                                      const std::string& file);

/// Report entries that are not in the record.
struct ReportedRun {
    std::string file;
    std::vector<std::string> arguments;
    bool on_gpu = false;
    const program::BuiltProgram* built = nullptr; // null: built elsewhere
};

/// `target`: a file, or "-" for standard output.
[[nodiscard]] Result<void> write_program_report(const std::string& target, const ReportedRun& run,
                                                const program::RunOutcome& outcome, const program::Record& record);

/// Returns whether there were findings or a nonzero exit status.
[[nodiscard]] Result<bool> run_program(const ProgramWishes& wishes);

} // namespace warpscope::cli
