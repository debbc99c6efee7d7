// Which device a run takes its output from, and why.
#pragma once

#include <optional>

#include "session/session.hpp"

namespace warpscope::session {

struct Device {
    bool gpu = false;                  // take the output from the GPU; measurements always come from the emulator
    std::string note;                  // why this device
    DeviceLimits limits;               // what launches must respect
    std::optional<Diagnostic> refused; // the GPU was asked for and is not there
};

[[nodiscard]] Device choose_device(DeviceChoice wish, bool gpu_output);

/// Fills `result`'s output, device and device_note after the emulator's run. A kernel in which the emulator found a
/// fault goes to the GPU only when the request insists, because a fault there ends all CUDA work of the process.
[[nodiscard]] Result<void> take_output(const Device& device, RunResult& result);

} // namespace warpscope::session
