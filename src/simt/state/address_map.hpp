#pragma once

#include <cstdint>

namespace warpscope::simt {

inline constexpr uint64_t window_bytes = uint64_t{1} << 32;
inline constexpr uint64_t param_base = 0x7c00'0000'0000;
inline constexpr uint64_t local_base = 0x7d00'0000'0000;
inline constexpr uint64_t shared_base = 0x7e00'0000'0000;
inline constexpr uint64_t global_base = 0x7f00'0000'0000; // buffers, __device__ and __constant__ variables
/// Start of global memory at host addresses (memory.hpp), below the windows.
inline constexpr uint64_t lowest_memory_address = 0x1000'0000'0000;
/// Function pointers: function_base + 16 * index. They cannot be read.
inline constexpr uint64_t function_base = 0x7b00'0000'0000;
/// Texture handles: texture_base + 1, + 2, ... They cannot be read.
inline constexpr uint64_t texture_base = 0x7a00'0000'0000;

[[nodiscard]] constexpr bool in_window(uint64_t address, uint64_t base) { return address - base < window_bytes; }

} // namespace warpscope::simt
