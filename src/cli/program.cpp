#include "cli/program.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/devices/device_model.hpp"
#include "base/files.hpp"
#include "base/process/temporary_folder.hpp"
#include "base/text.hpp"
#include "cli/target.hpp"
#include "export/file.hpp"
#include "session/device.hpp"
#include "source/main_function.hpp"

namespace warpscope::cli {
namespace {

using Json = nlohmann::ordered_json;

bool is_error(const Json& finding) { return finding.value("severity", "error") == "error"; }

std::map<uint32_t, SourceLocation> places_of_launches(const program::Record& record) {
    std::map<uint32_t, SourceLocation> places;
    for (const program::Operation& one : record.operations)
        if (one.kind == program::Operation::Kind::launch && one.where.line != 0) places[one.launch] = one.where;
    return places;
}

/// Returns "[scale(float*, int), parameter 1, launched in line 12, block (0,0,0), thread (3,0,0)]".
std::string kernel_text(const Json& finding, const std::map<uint32_t, SourceLocation>& launches) {
    std::string text = finding.value("kernel", "");
    if (finding.contains("parameter")) text += fmt::format(", parameter {}", finding["parameter"].get<uint32_t>());
    const auto in_line = [&](const std::string& file, uint32_t line) {
        return file == finding.value("file", "") ? fmt::format("line {}", line) : fmt::format("{}:{}", file, line);
    };
    if (finding.contains("kernel_call"))
        text += fmt::format(", called in {}", in_line(finding["kernel_call"]["file"], finding["kernel_call"]["line"]));
    if (const auto launch = launches.find(finding.value("launch", 0u)); launch != launches.end())
        text += fmt::format(", launched in {}", in_line(launch->second.file, launch->second.line));
    const auto index = [&](const char* key) {
        const Json& at = finding[key];
        return index_text({at[0].get<uint32_t>(), at[1].get<uint32_t>(), at[2].get<uint32_t>()});
    };
    return fmt::format("[{}, block {}, thread {}]", text, index("block"), index("thread"));
}

void print_findings(const program::Record& record, const std::string& file) {
    const std::map<uint32_t, SourceLocation> launches = places_of_launches(record);
    for (const Json& finding : record.findings) {
        const uint32_t line = finding.value("line", 0u);
        std::string text = finding.value("file", file);
        if (text.empty()) text = file;
        if (line != 0) text += fmt::format(":{}", line);
        text += fmt::format(": {}{}: {}", is_error(finding) ? "" : "note: ", finding.value("kind", ""),
                            finding.value("message", ""));
        if (finding.contains("block")) text += " " + kernel_text(finding, launches);
        const auto count = finding.value("count", uint64_t{1});
        fmt::print(stderr, "{}{}\n", text, count > 1 ? fmt::format(" ({} times; this is the first)", count) : "");
    }
}

/// Names checks that did not run, because a program without findings may otherwise seem correct.
void print_omitted_checks(const program::RunRequest& request, const program::Record& record) {
    if (request.checks || request.on_gpu || record.launch_count == 0) return;
    fmt::print(stderr, "note: races and uninitialized reads were not checked; --report FILE.json checks them\n");
}

/// Turns unchecked calls into notes if the program returns an error, because it may have noticed them.
void soften_unchecked(program::Record& record, const program::RunOutcome& outcome) {
    if (outcome.exit_status == 0 || outcome.signal != 0) return;
    for (Json& finding : record.findings)
        if (finding.value("kind", "") == "unchecked_error") finding["severity"] = "note";
}

Json report_of(const ReportedRun& run, const program::RunOutcome& outcome, const program::Record& record) {
    Json program{{"exit_status", outcome.exit_status}};
    if (outcome.signal != 0) program["signal"] = strsignal(outcome.signal);
    program["calls"] = record.calls;
    program["findings"] = record.findings;
    program["launch_count"] = record.launch_count;
    program["launches"] = record.launches;
    Json report{{"file", run.file},
                {"arguments", run.arguments},
                {"device", run.on_gpu ? "gpu" : "emulator"},
                {"model", chosen_device_model().name},
                {"counted_on", "PTX"},
                {"event_times", "modelled"}};
    if (run.built != nullptr) report["compiler"] = run.built->compiler_name;
    report["program"] = std::move(program);
    if (run.built != nullptr) report["timing"]["compile_ms"] = run.built->milliseconds;
    report["timing"]["run_ms"] = outcome.milliseconds;
    return report;
}

bool has_main(const std::string& file) { return source::defines_main(read_file(file).value_or("")); }

} // namespace

bool is_source_file(const std::string& file) {
    std::error_code error;
    return program::is_source_name(file) && std::filesystem::is_regular_file(file, error);
}

bool is_program_of(const std::string& target, const std::vector<std::string>& further) {
    return is_source_file(target) && (has_main(target) || std::ranges::any_of(further, has_main));
}

Result<void> write_program_report(const std::string& target, const ReportedRun& run, const program::RunOutcome& outcome,
                                  const program::Record& record) {
    const std::string text = report_of(run, outcome, record).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (target != "-") return exporting::write_file(target, text);
    fmt::print("{}", text);
    return {};
}

bool report_findings(program::Record& record, const program::RunOutcome& outcome, const std::string& file) {
    soften_unchecked(record, outcome);
    print_findings(record, file);
    const bool has_errors = std::ranges::any_of(record.findings, is_error);
    if (outcome.signal != 0)
        fmt::print(stderr, "{} was ended by a signal: {}\n", file, strsignal(outcome.signal));
    else if (outcome.exit_status != 0 && !has_errors)
        fmt::print(stderr, "{} returned {}\n", file, outcome.exit_status);
    return outcome.exit_status != 0 || has_errors;
}

Result<bool> run_program(const ProgramOptions& options) {
    const auto device = parse_device(options.device);
    if (!device) return tl::unexpected(device.error());
    // Fails without a driver, because programs that ignore CUDA errors would print nonsense.
    if (*device == session::DeviceChoice::gpu)
        if (auto refused = session::choose_device(*device, true).refused) return tl::unexpected(std::move(*refused));
    const auto compiler = parse_compiler(options.compiler);
    if (!compiler) return tl::unexpected(compiler.error());
    const auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());

    program::BuildRequest build{{options.file}, {}, options.defines, *compiler};
    build.sources.insert(build.sources.end(), options.sources.begin(), options.sources.end());
    build.include_folders.assign(options.include_folders.begin(), options.include_folders.end());
    const auto built = program::build(build, folder->path());
    if (!built) return tl::unexpected(built.error());
    for (const Diagnostic& warning : built->warnings) fmt::print(stderr, "warning: {}\n", warning.text());

    program::RunRequest request{built->executable, options.arguments, folder->path()};
    request.checks = !options.report.empty();
    request.output_to_stderr = options.report == "-";
    request.on_gpu = *device == session::DeviceChoice::gpu;
    request.name = program::program_name(options.file);
    const auto outcome = program::run(request);
    if (!outcome) return tl::unexpected(outcome.error());
    auto record = program::read_record(folder->path(), built->executable, options.file);
    if (!record) return tl::unexpected(record.error());
    const bool found = report_findings(*record, *outcome, options.file);
    print_omitted_checks(request, *record);
    if (!options.report.empty())
        if (auto written = write_program_report(
                options.report, {options.file, options.arguments, options.device == "gpu", &*built}, *outcome, *record);
            !written)
            return tl::unexpected(written.error());
    return found;
}

} // namespace warpscope::cli
