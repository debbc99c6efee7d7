#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>

#include "base/csv.hpp"
#include "cli/commands.hpp"
#include "cli/gpu_report.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "export/hardware_counters.hpp"
#include "gpu/driver/library.hpp"
#include "gpu/peaks.hpp"
#include "session/device.hpp"
#include "session/recording.hpp"
#include "session/timing.hpp"

namespace warpscope::cli {
namespace {

struct GpuArguments {
    TargetOptions options;
    std::optional<uint32_t> repeats; // default: 51, or 9 for a sweep
    bool sweep = false, insist = false;
};

/// Runs on the emulator, to keep faults from the GPU. With `gpu_alone` and --insist, accepts kernels that the emulator
/// cannot run.
Result<std::shared_ptr<const session::RunResult>> emulated(const GpuArguments& arguments, bool gpu_alone) {
    const gpu::DeviceStatus status = gpu::executor().status();
    if (!status.usable)
        return fail(ErrorKind::environment, fmt::format("No GPU can be used: {}.", status.why), status.hint);
    auto request = make_request(catalog::load_catalog(catalog::catalog_folder()), arguments.options);
    if (!request) return tl::unexpected(request.error());
    warn_without_effect(*request, arguments.options);
    session::RunOptions options;
    options.gpu_output = false;
    options.gpu_alone = gpu_alone && arguments.insist;
    request->device = options.gpu_alone ? session::DeviceChoice::gpu : session::DeviceChoice::emulator;
    auto result = session::run(*request, options);
    if (!result) return result;
    if (!arguments.insist)
        if (auto allowed = session::allowed_on_gpu(**result, arguments.sweep); !allowed)
            return tl::unexpected(allowed.error());
    return result;
}

std::string reason_for(const session::SweepPoint& point, double best_ms) {
    if (!point.launch_error.empty()) return point.launch_error.english();
    return point.hopeless ? fmt::format("stopped after {} run: {:.1f} times the best so far", point.runs,
                                        point.median_ms / best_ms)
                          : "";
}

Result<void> print_sweep(const session::RunResult& result, uint32_t repeats) {
    std::optional<session::SweepPoint> best;
    fmt::print("block,threads,median_ms,runs,note\n");
    const auto print = [&](const session::SweepPoint& point) {
        const std::string reason = reason_for(point, best ? best->median_ms : 0);
        fmt::print("{}x{},{},{},{},{}\n", point.block.x, point.block.y, point.block.count(),
                   point.launch_error.empty() ? fmt::format("{:.5f}", point.median_ms) : "", point.runs,
                   csv_field(reason));
        std::fflush(stdout);
        if (point.launch_error.empty() && (!best || point.median_ms < best->median_ms)) best = point;
    };
    if (const auto points = session::sweep_on_gpu(gpu::executor(), result, repeats, nullptr, print); !points)
        return tl::unexpected(points.error());
    if (best) fmt::print(stderr, "best: {}x{}, {:.5f} ms\n", best->block.x, best->block.y, best->median_ms);
    return {};
}

Result<void> time(const GpuArguments& arguments) {
    const auto result = emulated(arguments, true);
    if (!result) return tl::unexpected(result.error());
    if (!(*result)->not_emulated.empty())
        fmt::print(stderr, "note: the emulator cannot run this kernel, so only its time is known: {}\n",
                   (*result)->not_emulated);
    if (arguments.sweep) return print_sweep(**result, arguments.repeats.value_or(9));
    const auto timing = session::time_on_gpu(gpu::executor(), **result, arguments.repeats.value_or(51));
    if (!timing) return tl::unexpected(timing.error());
    const auto peaks = gpu::measure_peaks(gpu::executor());
    if (!peaks) return tl::unexpected(peaks.error());
    const gpu::Occupancy& full = timing->occupancy;
    fmt::print("{}: {:.4f} ms (median of {}; {:.4f} to {:.4f})\n", timing->device, timing->median_ms,
               timing->times_ms.size(), timing->min_ms, timing->max_ms);
    if (timing->bytes > 0)
        fmt::print("effective bandwidth: {:.1f} GB/s, {:.0f} % of the {:.1f} GB/s measured by a copy\n",
                   timing->bytes_per_second() / 1e9, 100 * timing->bytes_per_second() / peaks->bytes_per_second,
                   peaks->bytes_per_second / 1e9);
    if (timing->float_operations > 0)
        fmt::print("float operations: {:.3f} TFLOP/s, {:.1f} % of the {:.1f} TFLOP/s measured by multiply-adds\n",
                   timing->operations_per_second() / 1e12,
                   100 * timing->operations_per_second() / peaks->float_operations_per_second,
                   peaks->float_operations_per_second / 1e12);
    fmt::print("occupancy of the last launch: {} of {} warps ({:.0f} %), {} blocks a multiprocessor, limited by {}; {} "
               "registers, {} bytes shared, {} bytes local\n",
               full.warps, full.max_warps, 100 * full.share(), full.blocks, full.limit, timing->kernel.registers,
               timing->kernel.shared_bytes, timing->kernel.local_bytes);
    if (timing->integer_operations)
        fmt::print("integer operations: {:.3f} TOP/s, addresses included\n",
                   timing->integer_operations_per_second() / 1e12);
    if (timing->kept_apart > 0)
        fmt::print("{} products and sums of the PTX are rounded separately, as on the emulator; --contract lets the "
                   "driver fuse them\n",
                   timing->kept_apart);
    return {};
}

void print_sites(const session::Recording& recording) {
    fmt::print("line,kind,executions,lanes per execution,split,sectors per execution,instruction\n");
    for (size_t i = 0; i < recording.readings.sites.size(); ++i) {
        const instrument::Site& site = recording.instrumented.sites[i];
        const instrument::SiteTotals& totals = recording.readings.sites[i];
        const double n = std::max<double>(1, static_cast<double>(totals.executions));
        fmt::print("{},{},{},{:.2f},{},{},\"{}\"\n", site.source.line,
                   site.kind == instrument::SiteKind::branch ? "branch" : "memory", totals.executions,
                   static_cast<double>(totals.lanes) / n,
                   site.kind == instrument::SiteKind::branch ? std::to_string(totals.split) : "",
                   site.sectors ? fmt::format("{:.2f}", static_cast<double>(totals.sectors) / n) : "", site.text);
    }
}

void print_blocks(const session::Recording& recording) {
    std::map<uint32_t, uint64_t> by_multiprocessor;
    uint64_t last = 0;
    for (const instrument::BlockTime& block : recording.readings.blocks) {
        ++by_multiprocessor[block.multiprocessor];
        last = std::max(last, block.end_ns);
    }
    std::vector<uint64_t> counts;
    for (const auto& [multiprocessor, blocks] : by_multiprocessor) counts.push_back(blocks);
    const auto [min, max] = std::ranges::minmax(counts);
    fmt::print(
        "blocks: {} on {} of {} multiprocessors, {} to {} each; the last ended {:.1f} us after the first began\n",
        recording.readings.blocks.size(), by_multiprocessor.size(), recording.multiprocessors, min, max,
        static_cast<double>(last) / 1e3);
}

Result<bool> record(const GpuArguments& arguments) {
    const auto result = emulated(arguments, false);
    if (!result) return tl::unexpected(result.error());
    const auto recording = session::record_on_gpu(gpu::executor(), **result, arguments.repeats.value_or(51));
    if (!recording) return tl::unexpected(recording.error());
    print_sites(*recording);
    print_blocks(*recording);
    for (const Message& note : recording->instrumented.notes) fmt::print("note: {}\n", note);
    if (recording->is_order_dependent)
        fmt::print("note: threads act on results of atomics or wait for each other, so stores and divergence may "
                   "differ from run to run\n");
    fmt::print("time: {:.4f} ms without probes, {:.4f} ms with them\n", recording->plain_ms, recording->recorded_ms);
    const session::Recording::Differences& apart = recording->differences;
    fmt::print("compared with the emulator: {} cells with a different owner, {} warps with different divergence; "
               "sectors {} and {}, divergent branches {} and {}\n",
               apart.owners, apart.warps, apart.gpu_sectors, apart.emulator_sectors, apart.gpu_divergent_branches,
               apart.emulator_divergent_branches);
    return recording->agrees();
}

std::shared_ptr<GpuArguments> add_target(CLI::App& command) {
    auto arguments = std::make_shared<GpuArguments>();
    command.add_option("target", arguments->options.target, "NAME, NAME/VARIANT or FILE.toml")->required();
    add_setting_options(command, arguments->options);
    command.add_option("--compiler", arguments->options.compiler, "auto, nvrtc or clang");
    command.add_flag("--insist", arguments->insist,
                     "run kernels on the GPU even if they have faults or were not checked");
    add_contract(command);
    command.add_option("--repeats", arguments->repeats, "number of timed runs")->check(CLI::Range(1u, 100000u));
    return arguments;
}

} // namespace

void add_time(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("time", "Time an experiment on the GPU and print its limits.");
    auto arguments = add_target(*command);
    command->add_flag("--sweep", arguments->sweep, "times for many block sizes, as CSV");
    command->callback([arguments, &status] {
        const auto timed = time(*arguments);
        status = timed ? done : report_failure(timed.error());
    });
}

void add_record(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("record", "Run an experiment on the GPU with probes that record its execution.");
    auto arguments = add_target(*command);
    command->callback([arguments, &status] {
        const auto same = record(*arguments);
        status = same ? (*same ? done : findings_or_failure) : report_failure(same.error());
    });
}

void add_gpu(CLI::App& app, const RendererAsker& ask_renderers, int& status) {
    CLI::App* command = app.add_subcommand("gpu", "List GPUs, driver and compilers, and what is missing.");
    command->callback([&ask_renderers, &status] {
        GpuFacts facts;
        const gpu::driver::Library& driver = gpu::driver::system_library();
        facts.driver_library = driver.path;
        facts.driver_problem = driver.why;
        facts.devices = gpu::find_devices(gpu::system_runtime());
        facts.compilers = compile::compilers();
        ask_renderers(facts.window, facts.without_window);
        facts.devices.display = facts.window.name.empty() ? facts.without_window.devices : facts.window.devices;
        if (const auto* stored = exporting::stored_hardware_counters(facts.devices.chosen().name))
            facts.counters = agreement_text(*stored);
        const std::filesystem::path own = exporting::user_hardware_counters();
        if (std::error_code ignored; std::filesystem::exists(own, ignored))
            if (const auto read = exporting::read_hardware_counters(own); !read)
                fmt::print(stderr, "warpscope: {}\n", read.error().text());
        const GpuReport report = gpu_report(facts);
        fmt::print("{}", report.text);
        status = report.usable ? done : environment_lacking;
    });
}

} // namespace warpscope::cli
