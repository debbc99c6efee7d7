// Compares a halo exchange on all GPUs with the emulator and with one GPU, and measures it.
#include "gpu/team.hpp"

#include <algorithm>

#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"

namespace warpscope::selfcheck {
namespace {

std::vector<gpu::DeviceStatus> usable_gpus() {
    std::vector<gpu::DeviceStatus> usable;
    for (const gpu::DeviceStatus& status : gpu::find_devices(gpu::system_runtime()).all)
        if (status.usable) usable.push_back(status);
    return usable;
}

RunRequest halo_request(std::string_view variant, const std::string& input, uint32_t devices, uint32_t steps) {
    RunRequest request{"halo_exchange", input, {32, 8, 1}};
    request.variant = variant;
    request.values = {{"devices", devices}, {"steps", steps}};
    return request;
}

void check_team_case(Report& report, const catalog::Catalog& catalog, const RunRequest& request, Streams streams) {
    const std::string what = fmt::format("{}/{} on {}, {} devices, {} streams", request.experiment, request.variant,
                                         request.input, request.values.at("devices"), streams == Streams::two ? 2 : 1);
    const auto run = make_run(catalog, request);
    if (!report.check(run.has_value(), run ? "" : what + ": " + run.error().text())) return;
    const auto emulated = emulate(*run);
    if (!report.check(emulated.has_value(), emulated ? "" : what + ", emulated: " + emulated.error().text())) return;
    const auto team =
        gpu::run_team(gpu::system_runtime(), usable_gpus(), run->compiled.ptx, run->prepared.plan, {streams, 3});
    if (!report.check(team.has_value(), team ? "" : what + ": " + team.error().text())) return;
    const auto one = gpu::executor().run(run->compiled.ptx, run->prepared.plan);
    if (!report.check(one.has_value(), one ? "" : what + ", on one GPU: " + one.error().text())) return;
    for (uint32_t i = 0; i < team->buffers.size(); ++i) {
        const Bytes& expected = *(*emulated)->buffer(i).bytes;
        report.check(*team->buffers[i].bytes == expected,
                     fmt::format("{}: '{}' differs from the emulator's", what, team->buffers[i].layout.name));
        report.check(*one->buffers[i].bytes == expected, fmt::format("{}, on one GPU: '{}' differs from the emulator's",
                                                                     what, one->buffers[i].layout.name));
    }
}

/// Measures, on several GPUs, sizes that are too large for the emulator. Compares output and times with one GPU.
void time_team(Report& report, const catalog::Catalog& catalog, const std::string& input, uint32_t devices,
               uint32_t steps) {
    const auto alone = make_run(catalog, halo_request("exchange", input, 1, steps));
    if (!report.check(alone.has_value(), alone ? "" : alone.error().text())) return;
    const auto reference = gpu::executor().run(alone->compiled.ptx, alone->prepared.plan, {.repeats = 9});
    if (!report.check(reference.has_value(), reference ? "" : reference.error().text())) return;
    report.note(fmt::format("{}, {} steps: one device, one GPU {}", input, steps, spread(reference->times_ms)));
    for (const std::string_view variant : {"exchange", "overlapped"})
        for (const Streams streams : {Streams::two, Streams::one}) {
            const auto run = make_run(catalog, halo_request(variant, input, devices, steps));
            if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
            const auto team = gpu::run_team(gpu::system_runtime(), usable_gpus(), run->compiled.ptx, run->prepared.plan,
                                            {streams, 9});
            if (!report.check(team.has_value(), team ? "" : team.error().text())) return;
            const uint32_t out = run->prepared.output_buffer;
            report.check(
                *team->buffers[out].bytes == *reference->buffers[alone->prepared.output_buffer].bytes,
                fmt::format("{} on {}, {} devices: the output is not that of one device", variant, input, devices));
            double copies = 0;
            size_t count = 0;
            for (size_t i = 0; i < team->steps.size(); ++i) {
                if (team->steps[i].kind != Step::Kind::copy) continue;
                const PlannedCopy& copy = run->prepared.plan.copies[team->steps[i].index];
                if (copy.from.device == copy.to.device) continue;
                copies += team->times[i].end_ms - team->times[i].begin_ms;
                ++count;
            }
            report.note(
                fmt::format("  {:10} {} devices, {} streams: {}; {} copies by peer access, {} through the host, "
                            "{:.1f} us each",
                            variant, devices, streams == Streams::two ? 2 : 1, spread(team->runs_ms), team->peer_copies,
                            team->host_copies, 1e3 * copies / static_cast<double>(std::max<size_t>(count, 1))));
        }
}

} // namespace

void check_team(Report& report, const catalog::Catalog& catalog) {
    report.section("a plan for several devices, on the GPUs that there are");
    for (const gpu::DeviceStatus& gpu : usable_gpus()) report.note(fmt::format("GPU {}: {}", gpu.device, gpu.name));
    for (const std::string_view variant : {"exchange", "overlapped"})
        for (const char* input : {"noise:1x1", "noise:17x13,seed=2", "noise:31x2,seed=3", "noise:101x67,seed=4"})
            for (const uint32_t devices : {1u, 2u, 3u, 8u})
                for (const Streams streams : {Streams::two, Streams::one})
                    check_team_case(report, catalog, halo_request(variant, input, devices, 5), streams);
    const RunRequest line{"halo_exchange_line", "noise:97x1,seed=5", {8, 1, 1}};
    const RunRequest blur{"halo_exchange_blur", "noise:37x23,seed=6", {8, 4, 1}};
    const RunRequest volume{"halo_exchange_volume", "noise:7x4x13,seed=7", {4, 2, 2}};
    for (const uint32_t devices : {1u, 2u, 3u, 8u})
        for (RunRequest request : {line, blur, volume}) {
            request.values["devices"] = devices;
            check_team_case(report, catalog, request, Streams::two);
        }
}

void measure_team(Report& report, const catalog::Catalog& catalog) {
    report.section("halo exchange, times");
    const auto gpus = static_cast<uint32_t>(usable_gpus().size());
    for (const char* input : {"noise:1024x1024", "noise:8192x1024", "noise:8192x8192"})
        time_team(report, catalog, input, std::max(2u, gpus), 20);
}

} // namespace warpscope::selfcheck
