#include "session/device.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "gpu/executor.hpp"

namespace warpscope::session {
namespace {

bool has_findings(const RunResult& result) {
    return std::ranges::any_of(result.measured->launches(),
                               [](const metrics::LaunchMeasurement& launch) { return launch.finding_count > 0; });
}

void take_emulated(RunResult& result, std::string note) {
    result.output = result.measured->buffer(result.prepared.output_buffer);
    result.device = "emulator";
    result.device_note = std::move(note);
}

} // namespace

Device choose_device(DeviceChoice wish, bool gpu_output) {
    Device device;
    if (wish == DeviceChoice::emulator) {
        device.note = "the emulator was asked for";
        return device;
    }
    const gpu::DeviceStatus& status = gpu::status();
    if (status.usable) {
        device.gpu = gpu_output;
        device.limits = status.limits;
        return device;
    }
    device.note = status.why;
    if (wish == DeviceChoice::gpu) {
        std::string hint = "use --device emulator, which needs no GPU";
        if (!status.hint.empty()) hint = status.hint + "; or " + hint;
        device.refused =
            Diagnostic{ErrorKind::environment, fmt::format("No GPU can be used: {}.", status.why), {}, std::move(hint)};
    }
    return device;
}

Result<void> take_output(const Device& device, RunResult& result) {
    if (!device.gpu) {
        take_emulated(result, device.note);
        return {};
    }
    const bool insists = result.request.device == DeviceChoice::gpu;
    if (!insists && has_findings(result)) {
        take_emulated(result, "the emulator found a fault in the kernel, so it was kept off the GPU");
        return {};
    }
    auto ran = gpu::executor().run(result.compiled.ptx, result.prepared.plan);
    if (!ran && insists) return tl::unexpected(ran.error());
    if (!ran) {
        take_emulated(result, "the GPU could not run it: " + ran.error().message);
        return {};
    }
    result.output = std::move(ran->buffers.at(result.prepared.output_buffer));
    result.device = ran->device;
    result.device_note = ran->note;
    result.timing.gpu_kernel_ms = ran->kernel_ms;
    return {};
}

} // namespace warpscope::session
