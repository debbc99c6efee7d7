// Values of any type as the bytes that a picture is made of: kernels of ours that find the range of a buffer's values
// on the GPU and scale it to 0 to 255, as the views do with values that came to the host.
#pragma once

#include <string>

#include "base/buffer.hpp"
#include "base/launch.hpp"

namespace warpscope::interop {

/// PTX with two kernels for elements of `type`, to be run one after the other with shades_launch():
/// find_range (u64 range, source, u64 elements) takes finite values into the 16 bytes at `range`, of which the first
/// eight must be 0xff and the others 0; to_shades (u64 target, source, range, u64 elements) makes a byte of each
/// element. Floats from 0 to 1 have the range 0 to 1, all else that from the smallest to the largest value; what is not
/// finite is 0.
[[nodiscard]] const std::string& shades_ptx(ElementType type);
inline constexpr const char* find_range = "ws_find_range";
inline constexpr const char* to_shades = "ws_to_shades";
inline constexpr uint64_t range_bytes = 16;

/// Threads take several elements each where there are many.
[[nodiscard]] LaunchConfig shades_launch(uint64_t elements);

} // namespace warpscope::interop
