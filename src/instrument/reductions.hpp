// Sums records on the device, because copying them is slow.
#pragma once

#include <string>

namespace warpscope::instrument {

inline constexpr const char* site_totals_kernel = "ws_site_totals";
inline constexpr const char* warp_classes_kernel = "ws_warp_classes";

/// Bit of a warp's class that is set if lanes were inactive. The lower bits count divergent executions.
inline constexpr unsigned partly_idle_bit = 31;

/// Returns PTX of two kernels:
/// - ws_site_totals(records, totals, u32 warps, u32 sites), with blockDim.x = sites, adds three u64 per site
/// (Instrumented::totals).
/// - ws_warp_classes(records, classes, u32 warps, u32 sites, u32 branches), with a thread per warp, writes a u32 per
/// warp.
[[nodiscard]] std::string reduction_kernels();

} // namespace warpscope::instrument
