// The one table of devices: what their multiprocessors hold, how fast they are and what programs are told of them.
// Taken for occupancy, limits, modelled times, rooflines and cudaGetDeviceProperties.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

struct DeviceModel {
    std::string_view name;
    std::string_view reported_as; // part of the name that CUDA reports
    int major = 0, minor = 0;     // compute capability
    int multiprocessors = 0;
    int threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0, registers_per_multiprocessor = 65536;
    int shared_bytes_per_multiprocessor = 0, most_shared_bytes_per_block = 0; // of a block that has opted in
    int reserved_shared_bytes = 0;                                            // taken from each block's share
    int single_to_double = 0; // how many times as fast single precision is
    int clock_khz = 0, memory_clock_khz = 0, bus_bits = 0, l2_bytes = 0;
    uint64_t memory_bytes = 0;
    double tflops = 0;    // FP32 outside tensor units, 10^12 operations per second
    double gigabytes = 0; // memory bandwidth, 10^9 bytes per second

    [[nodiscard]] uint32_t capability() const { return static_cast<uint32_t>(10 * major + minor); }
};

[[nodiscard]] std::span<const DeviceModel> device_models();
/// The one of that name, whatever the case of its letters; else the first whose name begins so: "h100"; else the one
/// that CUDA reports as `name`. Null where there is none.
[[nodiscard]] const DeviceModel* find_device_model(std::string_view name);

/// The same; fails with the names that there are.
[[nodiscard]] Result<const DeviceModel*> known_device_model(const std::string& name);

/// Where the name of the chosen one stands, for this process and for programs that it starts.
inline constexpr const char* device_model_variable = "WARPSCOPE_MODEL";
/// The device that is taken where nothing else says which: that of --model, else the first of the table.
[[nodiscard]] const DeviceModel& chosen_device_model();
/// Chooses it, before other threads run.
[[nodiscard]] Result<void> choose_device_model(const std::string& name);

} // namespace warpscope
