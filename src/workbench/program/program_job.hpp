// What a program's page has done on its worker: building and running the program, and what is told of the run.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/build.hpp"
#include "program/record.hpp"
#include "program/run.hpp"
#include "workbench/program/program_output.hpp"
#include "workbench/program/program_view.hpp"

namespace warpscope::workbench {

/// A program when its file has been read.
struct ReadProgram {
    std::filesystem::path file;
    bool is_built = false;             // no text
    std::string source, build_words;   // of what is built: its text, and how, as typed
    program::BuildRequest build;       // the same
    std::string digest;                // of all that is run: texts, headers, options; or of the built program
    std::optional<Diagnostic> problem; // why it cannot be run
};
/// Of a file of source text.
[[nodiscard]] ReadProgram read_program(const std::filesystem::path& file, std::string source,
                                       const std::string& build_words);
/// Of a program that is built already.
[[nodiscard]] ReadProgram read_built_program(const std::filesystem::path& file);
/// Of either.
[[nodiscard]] std::optional<ReadProgram> read_program_file(const std::filesystem::path& file,
                                                           const std::string& build_words);
/// The words of a command line: blanks part, quotes hold together.
[[nodiscard]] std::vector<std::string> words_of(std::string_view typed);
/// A word as it is typed so that words_of() returns it. Fails where it has quotes of both kinds: there are no escapes.
[[nodiscard]] Result<std::string> typed_word(const std::string& word);

struct RunWish {
    std::filesystem::path file;
    bool is_built = false;
    program::BuildRequest build;
    std::vector<std::string> arguments;
    std::string digest; // of what the user has seen
    bool checks = false;
    uint64_t keep_bytes = 0;
    std::optional<uint32_t> only;
};
struct RunDone {
    program::BuiltProgram built;
    program::RunOutcome outcome;
    program::Record record;
};

/// Fails where the file is another one by now. `folder`: for the record, must exist. `wake` may be empty.
[[nodiscard]] Result<RunDone> build_and_run(const RunWish& wish, const std::filesystem::path& folder,
                                            ProgramOutput& live, const std::function<void()>& wake);

[[nodiscard]] std::shared_ptr<const ProgramRun> summary_of(RunDone done, const RunWish& wish);

} // namespace warpscope::workbench
