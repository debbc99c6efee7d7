#include "gpu/device.hpp"

#include <fmt/format.h>

namespace warpscope::gpu {
namespace {

/// The first release with everything that cuda_runtime.cpp calls; older drivers load but lack library management.
constexpr int oldest_driver = 12000;

void explain_absence(Code error, Runtime& runtime, DeviceStatus& status) {
    if (error == code::built_without_cuda) {
        status.why = "built without CUDA";
        status.hint = "install the CUDA Toolkit 12.8 or newer and build again";
    } else if (status.driver_version == 0) {
        status.why = "no NVIDIA driver found";
        status.hint = "install the NVIDIA driver to run kernels on the GPU";
    } else if (error == code::insufficient_driver) {
        status.why = fmt::format("the NVIDIA driver is too old: it supports CUDA {} and this program needs {}",
                                 version_text(status.driver_version), version_text(status.runtime_version));
        status.hint = "update the NVIDIA driver";
    } else if (error == code::no_device || error == code::success) {
        status.why = "the NVIDIA driver finds no GPU";
        status.hint = "check that a GPU is attached and that CUDA_VISIBLE_DEVICES does not hide it";
    } else if (error == code::driver_mismatch) {
        status.why = "the NVIDIA driver's library and kernel module differ in version";
        status.hint = "restart the computer";
    } else {
        status.why = fmt::format("CUDA cannot start ({})", runtime.describe(error));
        status.hint = "check the NVIDIA driver with nvidia-smi";
    }
}

} // namespace

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

DeviceStatus find_device(Runtime& runtime) {
    DeviceStatus status;
    if (runtime.driver_version(status.driver_version) != code::success) status.driver_version = 0;
    if (runtime.runtime_version(status.runtime_version) != code::success) status.runtime_version = 0;
    const Code counted = runtime.device_count(status.devices);
    if (counted != code::success || status.devices == 0) {
        status.devices = 0;
        explain_absence(counted, runtime, status);
        return status;
    }
    if (status.driver_version < oldest_driver) {
        explain_absence(code::insufficient_driver, runtime, status);
        return status;
    }
    DeviceProperties properties;
    if (const Code error = runtime.properties(status.device, properties); error != code::success) {
        explain_absence(error, runtime, status);
        return status;
    }
    status.usable = true;
    status.name = properties.name;
    status.compute = fmt::format("sm_{}{}", properties.major, properties.minor);
    status.limits = properties.limits;
    status.memory_bytes = properties.memory_bytes;
    status.multiprocessors = properties.multiprocessors;
    status.multiprocessor = properties.multiprocessor;
    return status;
}

const DeviceStatus& status() {
    static const DeviceStatus found = find_device(system_runtime());
    return found;
}

} // namespace warpscope::gpu
