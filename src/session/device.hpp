// Which device a run uses, and why.
#pragma once

#include <optional>
#include <string>

#include "session/session.hpp"

namespace warpscope::session {

struct Device {
    bool gpu = false;       // the output comes from the GPU; measurements always come from the emulator
    std::string name, note; // for RunResult::device and device_note
    DeviceLimits limits;
    std::optional<Diagnostic> refused; // the GPU was asked for and is not there
};

[[nodiscard]] Device choose_device(DeviceChoice wish, bool gpu_output);

/// Fills `result`'s output, device and device_note after the emulator's run.
[[nodiscard]] Result<void> take_output(const Device& device, RunResult& result);

} // namespace warpscope::session
