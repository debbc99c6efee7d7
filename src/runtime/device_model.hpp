// The device that programs see: one of the table of devices, in its limits and in the times that are modelled. Private
// to src/runtime.
#pragma once

#include <cstdint>
#include <string>

#include "base/devices/device_model.hpp"
#include "base/launch.hpp"

namespace warpscope::runtime {

/// The same as long as the process lives.
[[nodiscard]] const DeviceModel& device_model();
/// As programs are told.
[[nodiscard]] std::string device_name();

inline constexpr DeviceLimits device_limits{};
inline constexpr int registers_per_block = 65536, shared_bytes_per_block = 48 * 1024, constant_bytes = 64 * 1024;

/// What a kernel takes that executes so many warp instructions, with four schedulers per multiprocessor that issue
/// one in each clock, and whose warps sleep up to `sleep_ns`, in as many turns as it takes with `resident` blocks at a
/// time on each: a model, not a measurement. In milliseconds, as the next one.
[[nodiscard]] double kernel_ms(uint64_t warp_instructions, uint64_t sleep_ns, uint64_t blocks, int resident);
[[nodiscard]] double copy_ms(uint64_t bytes, bool crosses_bus);
/// As far apart are two events of a stream with nothing between them.
inline constexpr double event_ms = 0.002;

/// How many blocks a multiprocessor holds at a time. `registers`: of a thread, an assumption where no machine code was
/// made.
[[nodiscard]] int resident_blocks(int threads, uint64_t shared_bytes, int registers);

/// What a thread is taken to need of registers: machine code would say.
inline constexpr int assumed_registers = 32;

/// cudaDeviceGetAttribute; false where there is no such attribute here.
[[nodiscard]] bool device_attribute(int attribute, int& value);
/// Fills a cudaDeviceProp as a release of CUDA lays it out: 11, 12 or 13.
void fill_properties(void* out, uint64_t memory_bytes, int release = 13);

} // namespace warpscope::runtime
