#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
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

struct ProgramRun {
    std::vector<program::Operation> operations;
    std::vector<size_t> launches;
    std::vector<program::ProgramFinding> findings;
    std::vector<uint32_t> streams;
    std::set<uint32_t> found_lines;
    std::map<uint32_t, uint64_t> faulty; // errors by launch, as counted in error_count
    uint64_t error_count = 0;            // listed findings, not counting notes
    uint64_t launch_count = 0;           // including unlisted ones
    int exit_status = 0;                 // 128 plus the signal's number if a signal ended the program
    int signal = 0;
    bool canceled = false;
    bool checked = false; // races and uninitialized reads were checked
    double build_ms = 0, run_ms = 0;
    std::string compiler;
    std::string digest;
    std::filesystem::path text_file; // source file of an executable's first launch
    std::shared_ptr<const std::string> text;
};

enum class ProgramStage : uint8_t { idle, building, running, opening };
enum class ProgramRows : uint8_t { all, launches, findings };
enum class ProgramTab : uint8_t { output, findings };

struct ProgramView {
    std::filesystem::path file;
    bool is_built = false;
    std::filesystem::path source_file;
    std::shared_ptr<const std::string> source;
    std::shared_ptr<const std::vector<std::string_view>> lines;
    program::BuildRequest build;
    std::string build_words;
    std::string digest;
    bool trusted = false; // confirmed before
    bool asking = false;  // confirmation is pending
    bool checks = false;
    std::string arguments;
    uint64_t keep_bytes = 0;

    ProgramStage stage = ProgramStage::idle;
    uint64_t launches_so_far = 0;
    double seconds = 0;
    std::optional<uint32_t> opening;
    bool fetching = false;
    std::optional<Diagnostic> problem;

    std::shared_ptr<const ProgramRun> run;
    std::shared_ptr<const std::string> output = std::make_shared<const std::string>();
    uint64_t output_omitted = 0;

    ProgramRows rows = ProgramRows::all;
    ProgramTab tab = ProgramTab::output;
    uint32_t goto_line = 0;
    uint32_t marked_line = 0;

    std::optional<uint32_t> launch;
    std::string experiment;
    std::vector<capture::LaunchBuffer> buffers;

    [[nodiscard]] bool busy() const { return stage != ProgramStage::idle; }
    [[nodiscard]] std::string name() const { return file.filename().string(); }
    [[nodiscard]] bool outdated() const { return run && !digest.empty() && run->digest != digest; }
};

} // namespace warpscope::workbench
