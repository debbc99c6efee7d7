// A CUDA program in the window: its text, what became of its run, and which of its launches is looked at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "capture/launch_experiment.hpp"
#include "program/build.hpp"
#include "program/operations.hpp"

namespace warpscope::workbench {

/// A run that has come to its end.
struct ProgramRun {
    std::vector<program::Operation> operations; // in order
    std::vector<size_t> launches;               // those of them that are launches
    std::vector<program::ProgramFinding> findings;
    std::vector<uint32_t> streams;  // that operations are in, by number
    std::set<uint32_t> found_lines; // of the text that is shown, with errors
    std::set<uint32_t> faulty;      // launches with findings that are no notes
    uint64_t launch_count = 0;      // also of those that are not listed
    int exit_status = 0;            // of the program; 128 and the signal's number when one ended it
    int signal = 0;
    bool cancelled = false;
    bool checked = false; // races and reads of unwritten memory were looked for
    double build_ms = 0, run_ms = 0;
    std::string compiler;
    std::string digest;              // of what ran
    std::filesystem::path text_file; // whose text is shown; of a program that was built already: of its first launch
    std::shared_ptr<const std::string> text; // of that one
};

enum class ProgramStage : uint8_t { idle, building, running, opening };
enum class ProgramRows : uint8_t { all, launches, findings };
enum class ProgramTab : uint8_t { output, findings };

struct ProgramView {
    std::filesystem::path file;
    bool is_built = false;             // the file is no text: a program as a compiler leaves it
    std::filesystem::path source_file; // whose text is shown
    std::shared_ptr<const std::string> source;
    std::shared_ptr<const std::vector<std::string_view>> lines; // of `source`
    program::BuildRequest build;
    std::string build_words; // -I, -D and further source files, as typed
    std::string digest;      // of all that is run; empty while it is being read
    bool trusted = false;    // this very text has been run before
    bool asking = false;     // Run was pressed for the first time: what will happen is said, and asked for once more
    bool checks = false;     // wished for the next run
    std::string arguments;   // the same, as typed
    uint64_t keep_bytes = 0; // of all launches together that a run keeps

    ProgramStage stage = ProgramStage::idle;
    uint64_t launches_so_far = 0;
    double seconds = 0;                // since the stage began
    std::optional<uint32_t> opening;   // the launch that is being opened
    bool fetching = false;             // the program runs again for it
    std::optional<Diagnostic> problem; // why the last wish failed

    std::shared_ptr<const ProgramRun> run; // the last that ended
    std::shared_ptr<const std::string> output = std::make_shared<const std::string>();
    uint64_t output_left_out = 0; // bytes in the middle that are not kept

    ProgramRows rows = ProgramRows::all;
    ProgramTab tab = ProgramTab::output;
    uint32_t goto_line = 0; // brings a line of the source into sight once
    uint32_t marked_line = 0;

    // The launch in the microscope, if its experiment is the chosen one:
    std::optional<uint32_t> launch;
    std::string experiment; // its name
    std::vector<capture::LaunchBuffer> buffers;

    [[nodiscard]] bool busy() const { return stage != ProgramStage::idle; }
    [[nodiscard]] std::string name() const { return file.filename().string(); }
    /// The text has changed since it ran.
    [[nodiscard]] bool outdated() const { return run && !digest.empty() && run->digest != digest; }
};

// Commands:

} // namespace warpscope::workbench
