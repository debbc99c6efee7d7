// Which device a run takes its output from, and why.
#pragma once

#include <optional>

#include "gpu/executor.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct Device {
    bool gpu = false;                  // take the output from the GPU; measurements always come from the emulator
    std::string note;                  // why this device
    DeviceLimits limits;               // what launches must respect
    std::optional<Diagnostic> refused; // the GPU was asked for and is not there
};

[[nodiscard]] Device choose_device(DeviceChoice wish, bool gpu_output);

/// Returns whether the kernel is one of the course's that are right with every setting, so that it may run on the GPU
/// before the emulator has checked the very launch. What is the user's is not, nor what is made to produce findings.
[[nodiscard]] bool is_sound(const catalog::Variant& variant);
/// Returns whether the kernel's file belongs to the catalogue that came with the program.
[[nodiscard]] bool is_of_catalogue(const catalog::Variant& variant);
/// The same of what was run: a text that was edited is not known to be sound.
[[nodiscard]] bool is_sound(const RunResult& run);

/// Returns whether the run may go to the GPU without the user insisting: the emulator found nothing in it, and where
/// other block sizes are to be tried as well, which it has not checked, the kernel is sound.
[[nodiscard]] Result<void> allowed_on_gpu(const RunResult& result, bool other_blocks);

/// How the GPU is to run the result's kernels: those that are not known to be sound, because the emulator found
/// something or, with `other_blocks`, has not checked the very launch, in a process of their own and with a time limit.
[[nodiscard]] gpu::RunOptions guarded(const RunResult& result, bool other_blocks = false);

/// What the emulator's checkers say about a launch that faulted on the GPU: the first finding with line, block and
/// thread, or that there is none. Whole sentences.
[[nodiscard]] std::string cause_of_fault(const RunResult& result);

/// Fills `result`'s output, device and device_note after the emulator's run. A kernel in which the emulator found a
/// fault goes to the GPU only when the request insists, because a fault there ends all CUDA work of the process.
[[nodiscard]] Result<void> take_output(const Device& device, RunResult& result);

} // namespace warpscope::session
