#include "session/device.hpp"

namespace warpscope::session {

Device choose_device(DeviceChoice wish, bool) {
    Device device;
    device.name = "emulator";
    if (wish == DeviceChoice::emulator) device.note = "asked for";
    return device;
}

Result<void> take_output(const Device& device, RunResult& result) {
    result.output = result.measured->buffer(result.prepared.output_buffer);
    result.device = device.name;
    result.device_note = device.note;
    return {};
}

} // namespace warpscope::session
