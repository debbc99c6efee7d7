// The device that programs see: an H100 in its limits and in the times that are modelled. Private to src/runtime.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/launch.hpp"

namespace warpscope::runtime {

struct DeviceModel {
    std::string_view name = "Warpscope emulator (H100 model)";
    int major = 9, minor = 0;
    int multiprocessors = 132;
    int threads_per_multiprocessor = 2048, blocks_per_multiprocessor = 32;
    int registers_per_multiprocessor = 65536, registers_per_block = 65536;
    int shared_bytes_per_multiprocessor = 228 * 1024, shared_bytes_per_block = 48 * 1024;
    int most_shared_bytes_per_block = 227 * 1024, reserved_shared_bytes = 1024;
    int constant_bytes = 64 * 1024, l2_bytes = 50 << 20;
    int clock_khz = 1'980'000, memory_clock_khz = 2'619'000, bus_bits = 5120;
    DeviceLimits limits{};

    [[nodiscard]] uint32_t capability() const { return static_cast<uint32_t>(10 * major + minor); }
    /// What a kernel takes that executes so many warp instructions, with four schedulers per multiprocessor that issue
    /// one in each clock: a model, not a measurement. In milliseconds, as the next one.
    [[nodiscard]] double kernel_ms(uint64_t warp_instructions) const;
    [[nodiscard]] static double copy_ms(uint64_t bytes, bool crosses_bus);

    /// How many blocks a multiprocessor holds at a time. `registers`: of a thread, an assumption where no machine code
    /// was made.
    [[nodiscard]] int resident_blocks(int threads, uint64_t shared_bytes, int registers) const;
};

inline constexpr DeviceModel device_model{};

/// What a thread is taken to need of registers: machine code would say.
inline constexpr int assumed_registers = 32;

/// cudaDeviceGetAttribute; false where there is no such attribute here.
[[nodiscard]] bool device_attribute(int attribute, int& value);
/// Fills a cudaDeviceProp as a release of CUDA lays it out: 11, 12 or 13.
void fill_properties(void* out, uint64_t memory_bytes, int release = 13);

} // namespace warpscope::runtime
