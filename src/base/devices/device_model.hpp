#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

struct DeviceModel {
    std::string_view name;
    std::string_view reported_as; // contained in the name that CUDA reports
    int major = 0, minor = 0;
    int multiprocessors = 0;
    int threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0, registers_per_multiprocessor = 65536;
    int shared_bytes_per_multiprocessor = 0, max_shared_bytes_per_block = 0; // the maximum needs opt-in
    int reserved_shared_bytes = 0;                                           // reserved by CUDA in each block
    int single_to_double = 0;                                                // FP32 speed divided by FP64 speed
    int clock_khz = 0, memory_clock_khz = 0, bus_bits = 0, l2_bytes = 0;
    uint64_t memory_bytes = 0;
    double tflops = 0;    // 10^12 FP32 operations per second, without tensor cores
    double gigabytes = 0; // 10^9 bytes per second

    [[nodiscard]] uint32_t capability() const { return static_cast<uint32_t>(10 * major + minor); }
};

[[nodiscard]] std::span<const DeviceModel> device_models();
/// Finds a model by a prefix of its name ("h100", in any case) or by the name that CUDA reports. May return null.
[[nodiscard]] const DeviceModel* find_device_model(std::string_view name);

[[nodiscard]] Result<const DeviceModel*> known_device_model(const std::string& name);

/// Environment variable that passes the model to started programs.
inline constexpr const char* device_model_variable = "WARPSCOPE_MODEL";
/// Returns the device of option --model, or the first of device_models().
[[nodiscard]] const DeviceModel& chosen_device_model();
/// Finds `selected`, otherwise `gpu`, otherwise returns chosen_device_model().
[[nodiscard]] const DeviceModel& selected_device_model(std::string_view selected, std::string_view gpu);
/// Call it before starting other threads.
[[nodiscard]] Result<void> choose_device_model(const std::string& name);

} // namespace warpscope
