#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/device_schedule.hpp"
#include "cli/commands.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "gpu/team.hpp"

namespace warpscope::cli {
namespace {

struct DevicesArguments {
    TargetOptions options;
    bool one_stream = false, json = false;
    uint32_t repeats = 21;
};

std::string step_name(const ExecutionPlan& plan, const Step& step) {
    if (step.kind == Step::Kind::launch) return plan.launches[step.index].kernel;
    const PlannedCopy& copy = plan.copies[step.index];
    return fmt::format("copy {} bytes from {}", copy.bytes, copy.from.device);
}

nlohmann::json steps_json(const ExecutionPlan& plan, const analysis::DeviceSchedule& schedule) {
    auto steps = nlohmann::json::array();
    for (size_t i = 0; i < schedule.steps.size(); ++i) {
        const Step& step = schedule.steps[i];
        nlohmann::json one{{"device", step.device},
                           {"begin", schedule.spans[i].begin},
                           {"end", schedule.spans[i].end},
                           {"after", step.after}};
        if (step.kind == Step::Kind::launch) {
            one["kernel"] = plan.launches[step.index].kernel;
        } else {
            const PlannedCopy& copy = plan.copies[step.index];
            one["from"] = copy.from.device;
            one["bytes"] = copy.bytes;
            one["buffer"] = plan.buffers[copy.to.buffer].layout.name;
        }
        steps.push_back(std::move(one));
    }
    return steps;
}

void print_schedule(const ExecutionPlan& plan, const analysis::DeviceSchedule& schedule) {
    const char* const unit = schedule.measured ? "us" : "cycles";
    fmt::print("{:>6}  {:>10}  {:>10}  {}\n", "device", "begin", "end", "step");
    for (size_t i = 0; i < schedule.steps.size(); ++i)
        fmt::print("{:>6}  {:>10.1f}  {:>10.1f}  {}\n", schedule.steps[i].device, schedule.spans[i].begin,
                   schedule.spans[i].end, step_name(plan, schedule.steps[i]));
    fmt::print("{} devices, {} copies between them with {} bytes, {} streams each\n", schedule.devices,
               schedule.exchanged, schedule.exchanged_bytes, schedule.streams == Streams::two ? "two" : "one");
    fmt::print("{:.1f} {}; devices compute {:.0f} % of it; {:.0f} % of the copies' time overlaps with computing\n",
               schedule.length, unit, 100 * schedule.computing, 100 * schedule.hidden);
    fmt::print("{}\n", words_of(schedule));
}

std::vector<std::string> different(const session::RunResult& result, const gpu::TeamRun& run) {
    std::vector<std::string> names;
    for (uint32_t i = 0; i < run.buffers.size(); ++i)
        if (*run.buffers[i].bytes != *result.measured->buffer(i).bytes) names.push_back(run.buffers[i].layout.name);
    return names;
}

Result<gpu::TeamRun> run_on_gpus(const session::RunResult& result, const DevicesArguments& arguments) {
    if (result.measured->canceled() ||
        std::ranges::any_of(result.measured->launches(), [](const auto& launch) { return launch.finding_count != 0; }))
        return fail(ErrorKind::failed, "The emulator has findings, so the GPUs do not run this.");
    std::vector<gpu::DeviceStatus> gpus;
    const gpu::Devices devices = gpu::find_devices(gpu::system_runtime());
    for (const gpu::DeviceStatus& status : devices.all)
        if (status.usable) gpus.push_back(status);
    if (gpus.empty()) {
        const gpu::DeviceStatus status = devices.chosen();
        return fail(ErrorKind::environment, fmt::format("No GPU can be used: {}.", status.why), status.hint);
    }
    return gpu::run_team(gpu::system_runtime(), gpus, result.compiled.ptx, result.prepared.plan,
                         {arguments.one_stream ? Streams::one : Streams::two, arguments.repeats});
}

void print_team(const gpu::TeamRun& run) {
    for (size_t device = 0; device < run.gpu_of_device.size(); ++device) {
        const int gpu = run.gpu_of_device[device];
        fmt::print("device {} on GPU {}, {}\n", device, gpu, run.gpus[static_cast<size_t>(gpu)]);
    }
    fmt::print("{} copies directly between GPUs, {} through the host\n", run.peer_copies, run.host_copies);
    const auto [min, max] = std::ranges::minmax(run.runs_ms);
    fmt::print("{} runs, {:.1f} to {:.1f} us, median {:.1f} us\n", run.runs_ms.size(), 1e3 * min, 1e3 * max,
               1e3 * run.median_ms);
}

Result<bool> devices(const DevicesArguments& arguments) {
    auto request = make_request(catalog::load_catalog(catalog::catalog_folder()), arguments.options);
    if (!request) return tl::unexpected(request.error());
    warn_without_effect(*request, arguments.options);
    const bool on_gpus = request->device == session::DeviceChoice::gpu;
    request->device = session::DeviceChoice::emulator;
    const auto result = session::run(*request);
    if (!result) return tl::unexpected(result.error());
    const ExecutionPlan& plan = (*result)->prepared.plan;
    if (plan.devices < 2 && plan.copies.empty())
        return fail(ErrorKind::usage, "This experiment runs on one device.",
                    "halo_exchange runs on several: --set devices=4");
    const Streams streams = arguments.one_stream ? Streams::one : Streams::two;
    analysis::DeviceSchedule schedule = analysis::model_schedule(**result, streams);
    std::vector<std::string> apart;
    std::optional<gpu::TeamRun> team;
    if (on_gpus) {
        auto run = run_on_gpus(**result, arguments);
        if (!run) return tl::unexpected(run.error());
        schedule = analysis::measured_schedule(plan, *run, streams);
        apart = different(**result, *run);
        team = std::move(*run);
    }
    if (arguments.json) {
        nlohmann::json all{{"devices", schedule.devices},
                           {"measured", schedule.measured},
                           {"unit", schedule.measured ? "us" : "cycles"},
                           {"streams", schedule.streams == Streams::two ? 2 : 1},
                           {"length", schedule.length},
                           {"computing", schedule.computing},
                           {"hidden", schedule.hidden},
                           {"exchanged", schedule.exchanged},
                           {"exchanged_bytes", schedule.exchanged_bytes},
                           {"steps", steps_json(plan, schedule)}};
        if (team) all["differs_from_emulator"] = apart;
        fmt::print("{}\n", all.dump(2));
        return apart.empty();
    }
    print_schedule(plan, schedule);
    if (!team) return true;
    print_team(*team);
    for (const std::string& name : apart) fmt::print("'{}' differs from the emulator's\n", name);
    if (apart.empty()) fmt::print("all {} buffers equal the emulator's to the last bit\n", team->buffers.size());
    return apart.empty();
}

} // namespace

void add_devices(CLI::App& app, int& status) {
    auto arguments = std::make_shared<DevicesArguments>();
    CLI::App* command = app.add_subcommand(
        "devices", "Run an experiment on several devices and print when each launch and copy starts and ends.");
    command->add_option("target", arguments->options.target, "NAME, NAME/VARIANT or FILE.toml")->required();
    add_setting_options(*command, arguments->options);
    command->add_option("--compiler", arguments->options.compiler, "auto, nvrtc or clang");
    arguments->options.device = "emulator";
    command->add_option("--device", arguments->options.device,
                        "emulator: modeled; gpu: on this machine's GPUs, which share devices if there are fewer");
    command->add_flag("--one-stream", arguments->one_stream, "copies in the stream of their device's launches");
    command->add_option("--repeats", arguments->repeats, "number of runs on GPUs")->check(CLI::Range(1u, 10000u));
    command->add_flag("--json", arguments->json, "as JSON");
    add_contract(*command);
    command->callback([arguments, &status] {
        const auto same = devices(*arguments);
        status = same ? (*same ? done : findings_or_failure) : report_failure(same.error());
    });
}

} // namespace warpscope::cli
