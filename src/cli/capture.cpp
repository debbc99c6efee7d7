#include <algorithm>

#include <fmt/format.h>

#include "base/process/temporary_folder.hpp"
#include "base/symbol_name.hpp"
#include "capture/launch_experiment.hpp"
#include "cli/commands.hpp"
#include "cli/program.hpp"
#include "export/file.hpp"
#include "export/scene_file.hpp"
#include "program/linkage.hpp"
#include "program/record.hpp"
#include "program/run.hpp"
#include "session/session.hpp"

namespace warpscope::cli {
namespace {

constexpr uint64_t keep_bytes = uint64_t{256} << 20, max_kept_single = uint64_t{4} << 30;

struct CaptureOptions {
    std::vector<std::string> command;
    std::string output;  // scene file
    std::string report;  // file or "-"
    uint32_t launch = 0; // from 1; 0: first
};

std::string size_text(const Dim3& size) {
    std::string text = fmt::format("{}", size.x);
    if (size.y > 1 || size.z > 1) text += fmt::format("x{}", size.y);
    if (size.z > 1) text += fmt::format("x{}", size.z);
    return text;
}

/// Prints to stderr, because standard output is the program's.
void list_launches(const program::Record& record) {
    constexpr size_t max_listed = 40;
    std::vector<const program::Operation*> launches;
    for (const program::Operation& operation : record.operations)
        if (operation.kind == program::Operation::Kind::launch) launches.push_back(&operation);
    for (size_t i = 0; i < std::min(launches.size(), max_listed); ++i) {
        const program::Operation& launch = *launches[i];
        const std::string where = launch.where.line == 0 ? "" : fmt::format(", {}", launch.where.line_text());
        const std::string found = launch.finding_count == 0 ? "" : fmt::format(", {} findings", launch.finding_count);
        fmt::print(stderr, "launch {}: {}, {} blocks of {} threads{}{}\n", launch.launch + 1,
                   parts_of(launch.kernel).name, size_text(launch.grid), size_text(launch.block), where, found);
    }
    if (launches.size() > max_listed) fmt::print(stderr, "and {} more launches\n", record.launch_count - max_listed);
}

Result<void> save_scene(const std::filesystem::path& folder, const program::Record& record, uint32_t launch,
                        const std::string& output) {
    capture::ProgramSource source;
    for (const auto& [number, allocation] : record.allocations)
        source.names[number] = {allocation.name, allocation.is_guess ? allocation.named_by.line : 0};
    auto opened = capture::open_launch(folder, launch, source);
    if (!opened) return tl::unexpected(opened.error());
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(opened->experiment);
    const catalog::Variant& variant = request.experiment->variants.front();
    request.settings = catalog::default_settings(variant);
    request.device = session::DeviceChoice::emulator;
    if (const auto input = catalog::default_input(*request.experiment, ""); input) request.input = *input;
    const auto result = session::run(request);
    if (!result) return tl::unexpected(result.error());
    exporting::SceneLook look;
    look.scene.source = {request.experiment->name, variant.name, request.settings, request.input};
    using scene::Overlay;
    look.scene.views[0] = {scene::Space::input, "", Overlay::blocks | Overlay::halo | Overlay::accesses};
    look.scene.views[1] = {scene::Space::output, "",
                           Overlay::blocks | Overlay::idle_threads | Overlay::divergence | Overlay::accesses};
    const auto text = exporting::scene_text(**result, look);
    if (!text) return tl::unexpected(text.error());
    if (auto written = exporting::write_file(output, *text); !written) return written;
    fmt::print(stderr, "Wrote launch {} to {} ({} KiB); `warpscope {}` opens it.\n", launch + 1, output,
               (text->size() + 1023) / 1024, output);
    return {};
}

Result<bool> capture_program(const CaptureOptions& options) {
    const auto executable = program::find_program(options.command.front());
    if (!executable) return tl::unexpected(executable.error());
    const auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    program::RunRequest request{*executable, {options.command.begin() + 1, options.command.end()}, folder->path()};
    request.name = options.command.front();
    request.keep_bytes = options.output.empty() ? 0 : keep_bytes;
    request.checks = !options.report.empty();
    request.output_to_stderr = options.report == "-";
    auto outcome = program::run(request);
    if (!outcome) return tl::unexpected(outcome.error());
    const std::string name = executable->filename().string();
    auto record = program::read_record(folder->path(), *executable, {});
    if (!record) return tl::unexpected(record.error());
    if (record->calls.empty())
        return fail(ErrorKind::failed, fmt::format("{} did not call the CUDA runtime.", name),
                    "only the shared runtime of CUDA 11, 12 or 13 is supported, in the program or its libraries");
    list_launches(*record);
    const bool found = report_findings(*record, *outcome, name);
    if (!options.report.empty())
        if (auto written =
                write_program_report(options.report, {options.command.front(), request.arguments}, *outcome, *record);
            !written)
            return tl::unexpected(written.error());
    if (options.output.empty()) return found;
    const uint32_t launch = options.launch == 0 ? 0 : options.launch - 1;
    if (launch >= record->launch_count)
        return fail(ErrorKind::usage,
                    fmt::format("There is no launch {}: {} made {}.", launch + 1, name, record->launch_count));
    if (!capture::is_kept(folder->path(), launch)) {
        const auto again = TemporaryFolder::create();
        if (!again) return tl::unexpected(again.error());
        fmt::print(stderr, "Launch {} was not kept; rerunning the program up to it.\n", launch + 1);
        request.record = again->path();
        request.keep_bytes = max_kept_single;
        request.keep_only = launch;
        request.checks = false;
        request.output = [](std::string_view) {}; // already shown
        if (auto ran = program::run(request); !ran) return tl::unexpected(ran.error());
        const auto other = program::read_record(again->path(), *executable, {});
        const auto kept = capture::read_kept(again->path(), launch);
        if (!other) return tl::unexpected(other.error());
        std::optional<program::LaunchIdentity> fetched;
        if (kept) fetched = {kept->kernel, kept->config.grid, kept->config.block};
        if (const Message why = program::difference(record->operations, other->operations, launch, fetched);
            !why.empty())
            return fail(ErrorKind::failed, why, "capture works for programs that do the same on every run");
        if (!kept) return tl::unexpected(kept.error());
        const auto saved = save_scene(again->path(), *record, launch, options.output);
        return saved ? Result<bool>(found) : tl::unexpected(saved.error());
    }
    const auto saved = save_scene(folder->path(), *record, launch, options.output);
    return saved ? Result<bool>(found) : tl::unexpected(saved.error());
}

} // namespace

void add_capture(CLI::App& app, int& status) {
    auto options = std::make_shared<CaptureOptions>();
    CLI::App* command =
        app.add_subcommand("capture", "Run a built program, with the shared runtime of CUDA 13, on the emulator: list "
                                      "its launches and findings, and save a launch as a scene.");
    add_model(*command);
    command->add_option("-o,--output", options->output, "FILE.wscope for the launch");
    command->add_option("--report", options->report,
                        "FILE, or - for standard output: findings and measurements as JSON");
    command->add_option("--launch", options->launch, "launch to save, counted from 1 (default: 1)")
        ->check(CLI::PositiveNumber);
    command->add_option("command", options->command, "-- PROGRAM ARGS...")->required();
    command->callback([options, &status] {
        const auto found = capture_program(*options);
        status = !found ? report_failure(found.error()) : *found ? findings_or_failure : done;
    });
}

} // namespace warpscope::cli
