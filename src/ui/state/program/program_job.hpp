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
#include "program/run.hpp"
#include "ui/model/program/program_view.hpp"
#include "ui/state/program/live_output.hpp"

namespace warpscope::ui {

/// What a program's text is, when it has been read.
struct ReadProgram {
    std::filesystem::path file;
    std::string source;
    uint64_t hash = 0; // of it and of the headers beside it
};
[[nodiscard]] ReadProgram read_program(const std::filesystem::path& file, std::string source);
/// The words of a command line: blanks part, quotes hold together.
[[nodiscard]] std::vector<std::string> words_of(std::string_view typed);
/// How the settings remember the hash.
[[nodiscard]] std::string trust_key(uint64_t hash);

struct RunWish {
    std::filesystem::path file;
    std::vector<std::string> arguments;
    uint64_t hash = 0; // of the text that the user has seen
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
[[nodiscard]] Result<RunDone> build_and_run(const RunWish& wish, const std::filesystem::path& folder, LiveOutput& live,
                                            const std::function<void()>& wake);

[[nodiscard]] std::shared_ptr<const ProgramRun> summary_of(RunDone done, bool checked, uint64_t source_hash);

/// Why the launches before the one that was fetched are not those of the run; empty where they are.
[[nodiscard]] std::string difference(const ProgramRun& run, const program::Record& again, uint32_t launch);

} // namespace warpscope::ui
