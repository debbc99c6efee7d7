#include "session/device.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "gpu/child/guard.hpp"
#include "language/tr.hpp"

namespace warpscope::session {
namespace {

bool has_findings(const RunResult& result) {
    return result.measured &&
           std::ranges::any_of(result.measured->launches(),
                               [](const metrics::LaunchMeasurement& launch) { return launch.finding_count > 0; });
}

void take_emulated(RunResult& result, Message note) {
    result.output = result.measured->buffer(result.prepared.output_buffer);
    result.device = "emulator";
    result.device_note = std::move(note);
}

bool is_within(const std::filesystem::path& file, const std::filesystem::path& folder) {
    std::error_code ignored;
    const auto whole = std::filesystem::weakly_canonical(file, ignored),
               base = std::filesystem::weakly_canonical(folder, ignored);
    return !base.empty() && std::mismatch(base.begin(), base.end(), whole.begin(), whole.end()).first == base.end();
}

/// Returns whether the fault could break CUDA for the process.
bool endangers_gpu(simt::FindingKind kind) {
    switch (kind) {
    case simt::FindingKind::out_of_bounds:
    case simt::FindingKind::misaligned:
    case simt::FindingKind::null_pointer:
    case simt::FindingKind::wrong_space:
    case simt::FindingKind::use_after_free:
    case simt::FindingKind::invalid_free:
    case simt::FindingKind::barrier_divergence:
    case simt::FindingKind::deadlock:
    case simt::FindingKind::instruction_budget:
    case simt::FindingKind::stack_overflow:
    case simt::FindingKind::assertion:
    case simt::FindingKind::explicit_trap:
    case simt::FindingKind::invalid_texture: return true;
    case simt::FindingKind::uninitialized_read:
    case simt::FindingKind::race_shared:
    case simt::FindingKind::race_global:
    case simt::FindingKind::race_same_value:
    case simt::FindingKind::missing_syncwarp:
    case simt::FindingKind::invalid_launch: // the driver refuses such a launch
    case simt::FindingKind::division_by_zero: return false;
    }
    return true;
}

} // namespace

bool is_of_catalog(const catalog::Variant& variant) { return is_within(variant.source, catalog::catalog_folder()); }

bool is_sound(const catalog::Variant& variant) {
    // Include folders and definitions may change the kernel.
    return variant.findings.empty() && variant.include_folders.empty() && variant.definitions.empty() &&
           is_of_catalog(variant);
}

bool is_sound(const RunResult& run) { return !run.request.text && !run.has_scenes_ptx && is_sound(run.variant()); }

Result<void> allowed_on_gpu(const RunResult& result, bool other_blocks) {
    if (has_findings(result))
        return fail(ErrorKind::failed, msg("The emulator found a fault in the kernel, so the GPU did not run it."),
                    msg("warpscope run shows it; --insist runs it on the GPU anyway"));
    if (other_blocks && !is_sound(result))
        return fail(
            ErrorKind::failed,
            msg("The emulator has checked this kernel with one block size only, so it is not swept on the GPU."),
            msg("--insist sweeps it anyway"));
    return {};
}

std::optional<Message> gpu_safety_error(const session::RunResult& run, bool insists) {
    if (!run.measured || insists) return std::nullopt;
    if (!run.not_emulated.empty()) return msg("the emulator cannot run this kernel, so nothing has checked it");
    for (const metrics::LaunchMeasurement& launch : run.measured->launches())
        for (const simt::Finding& finding : launch.findings)
            if (endangers_gpu(finding.kind))
                return msg("the emulator found a fault in this kernel ({}), so it is not run on the GPU",
                           simt::name_of(finding.kind));
    return std::nullopt;
}

gpu::RunOptions guarded(const RunResult& result, bool other_blocks) {
    gpu::RunOptions options;
    const bool faulty = has_findings(result);
    options.guarded = faulty || !result.not_emulated.empty() || !is_sound(result);
    options.time_limit = faulty && !other_blocks ? gpu::limit_of_faulty_kernels() : gpu::limit_of_unknown_kernels();
    return options;
}

Message cause_of_fault(const RunResult& result) {
    if (!result.not_emulated.empty()) return msg("The emulator cannot run this kernel: {}", result.not_emulated);
    for (const metrics::LaunchMeasurement& launch : result.measured->launches()) {
        if (launch.first_error() == nullptr) continue;
        const simt::Finding& first = *launch.first_error();
        return msg("The same launch on the emulator: {} at {}, block ({}, {}, {}), thread ({}, {}, {}). {}",
                   simt::name_of(first.kind), first.source.line_text(), first.block_index.x, first.block_index.y,
                   first.block_index.z, first.thread_index.x, first.thread_index.y, first.thread_index.z,
                   first.message);
    }
    return msg("The same launch on the emulator: its checkers find no errors.");
}

Device choose_device(DeviceChoice requested, bool gpu_output) {
    Device device;
    if (requested == DeviceChoice::emulator) {
        device.note = msg("the emulator was requested");
        return device;
    }
    const gpu::DeviceStatus status = gpu::executor().status();
    if (status.usable) {
        device.gpu = gpu_output;
        device.limits = status.limits;
        return device;
    }
    device.note = status.why;
    if (requested == DeviceChoice::gpu) {
        Message hint = msg("use --device emulator, which needs no GPU");
        if (!status.hint.empty()) hint = msg("{}; or {}", status.hint, hint);
        device.refused =
            Diagnostic{ErrorKind::environment, msg("No GPU can be used: {}.", status.why), {}, std::move(hint)};
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
        take_emulated(result, msg("the emulator found a fault in the kernel, so the GPU did not run it"));
        return {};
    }
    auto ran = gpu::executor().run(result.compiled.ptx, result.prepared.plan, guarded(result));
    if (!ran && insists) {
        Diagnostic refused = ran.error();
        if (has_findings(result) || !gpu::executor().status().usable)
            refused.message = joined(std::array{refused.message, cause_of_fault(result)}, "\n");
        return tl::unexpected(std::move(refused));
    }
    if (!ran) {
        take_emulated(result, msg("the GPU could not run it: {}", ran.error().message));
        return {};
    }
    result.output = std::move(ran->buffers.at(result.prepared.output_buffer));
    result.device = ran->device;
    result.device_note = ran->note;
    result.timing.gpu_kernel_ms = ran->kernel_ms;
    return {};
}

} // namespace warpscope::session
