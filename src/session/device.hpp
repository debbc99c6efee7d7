#pragma once

#include <optional>

#include "gpu/executor.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct Device {
    bool gpu = false; // GPU makes the output; emulator still measures
    Message note;     // why this device was chosen
    DeviceLimits limits;
    std::optional<Diagnostic> refused; // why a requested GPU is unusable
};

[[nodiscard]] Device choose_device(DeviceChoice requested, bool gpu_output);

/// Returns whether a course kernel is correct with all settings, so the GPU may run it without emulation. False for
/// user kernels and demonstrations of faults.
[[nodiscard]] bool is_sound(const catalog::Variant& variant);
[[nodiscard]] bool is_of_catalog(const catalog::Variant& variant);
/// Returns false for edited texts and a scene's PTX.
[[nodiscard]] bool is_sound(const RunResult& run);

/// Fails after findings, or for an unsound kernel if `other_blocks` (other block sizes) are requested. --insist
/// overrides this.
[[nodiscard]] Result<void> allowed_on_gpu(const RunResult& result, bool other_blocks);

/// Returns why the kernel must not run on the GPU: it has a dangerous finding, or the emulator cannot run it. Returns
/// nullopt if the user insists or the run is unmeasured.
[[nodiscard]] std::optional<Message> gpu_safety_error(const session::RunResult& run, bool insists);

/// Isolates the run in a process with a time limit, except for sound kernels whose emulation had no findings.
[[nodiscard]] gpu::RunOptions guarded(const RunResult& result, bool other_blocks = false);

/// Explains a GPU fault by the emulator's first finding.
[[nodiscard]] Message cause_of_fault(const RunResult& result);

/// Sets output, device and device_note. Faulty kernels run on the GPU only on request: a fault ends the process's CUDA
/// work.
[[nodiscard]] Result<void> take_output(const Device& device, RunResult& result);

} // namespace warpscope::session
