// Where the state spaces lie in the generic address space of the emulated device. The same on every machine.
#pragma once

#include <cstdint>

namespace warpscope::simt {

inline constexpr uint64_t window_bytes = uint64_t{1} << 32;
inline constexpr uint64_t param_base = 0x7c00'0000'0000;  // the kernel's parameter block
inline constexpr uint64_t local_base = 0x7d00'0000'0000;  // a thread's own stack
inline constexpr uint64_t shared_base = 0x7e00'0000'0000; // the block's shared memory
inline constexpr uint64_t global_base = 0x7f00'0000'0000; // buffers, __device__ and __constant__ variables
/// Global memory that the host has at the same addresses lies below all of these, from here on; see memory.hpp.
inline constexpr uint64_t lowest_memory_address = 0x1000'0000'0000;
/// Function pointers: function_base + 16 * (index of the function in its module). Nothing can be loaded from there.
inline constexpr uint64_t function_base = 0x7b00'0000'0000;
/// Handles of texture objects: texture_base + 1, + 2 and so on. Nothing can be loaded from there either.
inline constexpr uint64_t texture_base = 0x7a00'0000'0000;

[[nodiscard]] constexpr bool in_window(uint64_t address, uint64_t base) { return address - base < window_bytes; }

} // namespace warpscope::simt
