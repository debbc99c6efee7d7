#pragma once

#include <string>

#include "base/buffer.hpp"
#include "base/launch.hpp"

namespace warpscope::interop {

/// Returns PTX of two kernels that convert values to bytes. Both are launched with shades_launch(), in this order:
/// find_range (u64 range, source, u64 elements) extends the range: 16 bytes, initially eight 0xff and eight 0.
/// to_shades (u64 target, source, range, u64 elements) writes bytes. If all floats are within 0 to 1, that is the
/// range, otherwise it is their minimum and maximum; non-finite values become 0.
[[nodiscard]] const std::string& shades_ptx(ElementType type);
inline constexpr const char* find_range = "ws_find_range";
inline constexpr const char* to_shades = "ws_to_shades";
inline constexpr uint64_t range_bytes = 16;

[[nodiscard]] LaunchConfig shades_launch(uint64_t elements);

} // namespace warpscope::interop
