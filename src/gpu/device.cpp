#include "gpu/device.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>

namespace warpscope::gpu {
namespace {

constexpr int oldest_driver = 11000;

void explain_absence(Code error, Runtime& runtime, DeviceStatus& status) {
    if (status.driver_version == 0) {
        status.why = msg("no NVIDIA driver found");
        status.hint = msg("install the NVIDIA driver to run kernels on the GPU");
    } else if (error == code::insufficient_driver) {
        status.why = msg("the NVIDIA driver is too old: it supports CUDA {} and this program needs {}",
                         version_text(status.driver_version), version_text(oldest_driver));
        status.hint = msg("update the NVIDIA driver");
    } else if (error == code::no_device || error == code::success) {
        status.why = msg("the NVIDIA driver finds no GPU");
        status.hint = msg("check that a GPU is attached and that CUDA_VISIBLE_DEVICES does not hide it");
    } else if (error == code::driver_mismatch) {
        status.why = msg("the NVIDIA driver's library and kernel module differ in version");
        status.hint = msg("restart the computer");
    } else {
        status.why = msg("CUDA cannot start ({})", runtime.describe(error));
        status.hint = msg("check the NVIDIA driver with nvidia-smi");
    }
}

void describe(const DeviceProperties& properties, DeviceStatus& status) {
    status.usable = true;
    status.name = properties.name;
    status.compute = fmt::format("sm_{}{}", properties.major, properties.minor);
    status.limits = properties.limits;
    status.memory_bytes = properties.memory_bytes;
    status.multiprocessors = properties.multiprocessors;
    status.multiprocessor = properties.multiprocessor;
    status.time_limit = properties.time_limit;
}

const DeviceStatus* numbered(const Devices& devices, int number) {
    const bool known = number >= 0 && static_cast<size_t>(number) < devices.all.size();
    return known ? &devices.all[static_cast<size_t>(number)] : nullptr;
}

const DeviceStatus* usable(const Devices& devices, int number) {
    const DeviceStatus* const device = numbered(devices, number);
    return device != nullptr && device->usable ? device : nullptr;
}

const DeviceStatus* of_display(const Devices& devices) {
    for (const int number : devices.display)
        if (const DeviceStatus* device = usable(devices, number)) return device;
    return nullptr;
}

const DeviceStatus* of_user(const Devices& devices) { return devices.user ? usable(devices, *devices.user) : nullptr; }

} // namespace

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

DeviceStatus Devices::chosen() const {
    if (all.empty()) return none;
    if (environment) {
        if (const DeviceStatus* device = numbered(*this, *environment)) return *device;
        DeviceStatus wrong = none;
        wrong.why = all.size() == 1 ? msg("WARPSCOPE_GPU names no GPU: there is {}, numbered from 0", all.size())
                                    : msg("WARPSCOPE_GPU names no GPU: there are {}, numbered from 0", all.size());
        wrong.hint = msg("set it to one of these numbers, or unset it");
        return wrong;
    }
    if (const DeviceStatus* device = of_user(*this)) return *device;
    if (const DeviceStatus* device = of_display(*this)) return *device;
    const auto first = std::ranges::find_if(all, &DeviceStatus::usable);
    return first == all.end() ? all.front() : *first;
}

std::string Devices::reason() const {
    if (environment) return "WARPSCOPE_GPU names it";
    if (of_user(*this) != nullptr) return "it was chosen";
    if (of_display(*this) != nullptr) return "it drives the display";
    return all.size() == 1 ? "it is the only one" : "none drives the display, and it is the first";
}

Devices find_devices(Runtime& runtime) {
    Devices found;
    found.environment = wanted_device();
    DeviceStatus& none = found.none;
    if (runtime.driver_version(none.driver_version) != code::success) none.driver_version = 0;
    const Code counted = runtime.device_count(none.devices);
    if (counted != code::success || none.devices == 0) {
        none.devices = 0;
        explain_absence(counted, runtime, none);
        return found;
    }
    if (none.driver_version < oldest_driver) {
        explain_absence(code::insufficient_driver, runtime, none);
        return found;
    }
    for (int number = 0; number < none.devices; ++number) {
        DeviceStatus& status = found.all.emplace_back(none);
        status.device = number;
        DeviceProperties properties;
        if (const Code error = runtime.properties(number, properties); error != code::success)
            explain_absence(error, runtime, status);
        else
            describe(properties, status);
    }
    return found;
}

DeviceStatus find_device(Runtime& runtime, int wanted) {
    Devices found = find_devices(runtime);
    found.environment = wanted;
    return found.chosen();
}

std::optional<int> wanted_device() {
    const char* text = std::getenv("WARPSCOPE_GPU");
    if (text == nullptr || *text == '\0') return std::nullopt;
    int number = -1;
    const char* const end = text + std::strlen(text);
    const auto [rest, error] = std::from_chars(text, end, number);
    return error == std::errc{} && rest == end ? number : -1;
}

} // namespace warpscope::gpu
