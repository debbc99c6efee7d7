// Kernels that scale values of any type to bytes, as the views do with values on the host.
#pragma once

#include <string>

#include "base/buffer.hpp"
#include "base/launch.hpp"

namespace warpscope::interop {

/// Returns PTX with two kernels for `type`, to run in this order with shades_launch():
///
/// find_range (u64 range, source, u64 elements) extends the range of finite values in the 16 bytes at `range`, which
/// must start as eight bytes 0xff and eight 0.
///
/// to_shades (u64 target, source, range, u64 elements) converts each element to a byte. Floats within 0 to 1 use that
/// range; other values use their minimum and maximum. Non-finite values become 0.
[[nodiscard]] const std::string& shades_ptx(ElementType type);
inline constexpr const char* find_range = "ws_find_range";
inline constexpr const char* to_shades = "ws_to_shades";
inline constexpr uint64_t range_bytes = 16;

/// Limits the blocks; threads then process several elements.
[[nodiscard]] LaunchConfig shades_launch(uint64_t elements);

} // namespace warpscope::interop
