#pragma once

#include <cstdint>
#include <string>

#include "base/devices/device_model.hpp"
#include "base/launch.hpp"

namespace warpscope::runtime {

[[nodiscard]] const DeviceModel& device_model();
[[nodiscard]] std::string device_name();

[[nodiscard]] constexpr bool has_concurrent_managed_access(const DeviceModel& model) { return model.major >= 6; }

inline constexpr DeviceLimits device_limits{};
inline constexpr int registers_per_block = 65536, shared_bytes_per_block = 48 * 1024, constant_bytes = 64 * 1024;

/// Returns the modeled duration. Each of a multiprocessor's four schedulers issues one instruction per cycle.
/// `sleep_ns`: longest sleep of a warp; `resident`: blocks per multiprocessor.
[[nodiscard]] double kernel_ms(uint64_t warp_instructions, uint64_t sleep_ns, uint64_t blocks, int resident);
[[nodiscard]] double copy_ms(uint64_t bytes, bool crosses_bus);
inline constexpr double event_ms = 0.002;

[[nodiscard]] int resident_blocks(int threads, uint64_t shared_bytes, int registers);

inline constexpr int assumed_registers = 32;

[[nodiscard]] bool device_attribute(int attribute, int& value);
/// Writes cudaDeviceProp of CUDA 11, 12 or 13 (`release`).
void fill_properties(void* out, uint64_t memory_bytes, int release = 13);

} // namespace warpscope::runtime
