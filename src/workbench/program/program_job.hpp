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

struct ReadProgram {
    std::filesystem::path file;
    bool is_built = false;
    std::string source, build_words; // only if not is_built
    program::BuildRequest build;
    std::string digest; // digest of the executable, or of sources, headers and options
    std::optional<Diagnostic> problem;
};
[[nodiscard]] ReadProgram read_program(const std::filesystem::path& file, std::string source,
                                       const std::string& build_words);
[[nodiscard]] ReadProgram read_built_program(const std::filesystem::path& file);
[[nodiscard]] std::optional<ReadProgram> read_program_file(const std::filesystem::path& file,
                                                           const std::string& build_words);
[[nodiscard]] std::vector<std::string> words_of(std::string_view typed);
/// Quotes a word. Fails if it contains both kinds of quotes.
[[nodiscard]] Result<std::string> typed_word(const std::string& word);

struct ProgramRequest {
    std::filesystem::path file;
    bool is_built = false;
    program::BuildRequest build;
    std::vector<std::string> arguments;
    std::string digest;
    bool checks = false;
    uint64_t keep_bytes = 0;
    std::optional<uint32_t> only;
};
struct RunDone {
    program::BuiltProgram built;
    program::RunOutcome outcome;
    program::Record record;
};

/// `folder` must exist. `wake` may be empty.
[[nodiscard]] Result<RunDone> build_and_run(const ProgramRequest& program_request, const std::filesystem::path& folder,
                                            ProgramOutput& live, const std::function<void()>& wake);

[[nodiscard]] std::shared_ptr<const ProgramRun> summary_of(RunDone done, const ProgramRequest& program_request);

} // namespace warpscope::workbench
