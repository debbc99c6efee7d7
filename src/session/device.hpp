// Chooses the device for a run's output.
#pragma once

#include <optional>

#include "gpu/executor.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct Device {
    bool gpu = false;                  // take the output from the GPU; the emulator always measures
    std::string note;                  // reason for the choice
    DeviceLimits limits;               // limits for launches
    std::optional<Diagnostic> refused; // the GPU was requested but is missing
};

[[nodiscard]] Device choose_device(DeviceChoice wish, bool gpu_output);

/// Returns whether the kernel belongs to the course and is correct with all settings, so that it may run on the GPU
/// before the emulator has checked the launch. False for user kernels and for demonstrations of faults.
[[nodiscard]] bool is_sound(const catalog::Variant& variant);
/// Returns whether the kernel belongs to the program's own catalog.
[[nodiscard]] bool is_of_catalogue(const catalog::Variant& variant);
/// Also false for edited texts.
[[nodiscard]] bool is_sound(const RunResult& run);

/// Returns whether the run may use the GPU without --insist: it has no findings, and the kernel is sound if unchecked
/// block sizes are involved.
[[nodiscard]] Result<void> allowed_on_gpu(const RunResult& result, bool other_blocks);

/// Returns the GPU options: an isolated process with a time limit, unless the kernel is sound or its exact launch was
/// checked without findings.
[[nodiscard]] gpu::RunOptions guarded(const RunResult& result, bool other_blocks = false);

/// Explains a GPU fault in sentences: the emulator's first finding, or that there is none.
[[nodiscard]] std::string cause_of_fault(const RunResult& result);

/// Sets output, device and device_note after the emulator's run. A faulty kernel runs on the GPU only if the request
/// insists, because a fault ends all CUDA work of the process.
[[nodiscard]] Result<void> take_output(const Device& device, RunResult& result);

} // namespace warpscope::session
