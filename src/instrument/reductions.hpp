// Kernels that sum up records on the device: copying the records of millions of warps takes longer than the kernel
// itself.
#pragma once

#include <string>

namespace warpscope::instrument {

inline constexpr const char* site_totals_kernel = "ws_site_totals";
inline constexpr const char* warp_classes_kernel = "ws_warp_classes";

/// Bit set if lanes were inactive at some site; the lower bits count diverging branch executions.
inline constexpr unsigned partly_idle_bit = 31;

/// Returns the PTX of two kernels.
///
/// ws_site_totals(records, totals, u32 warps, u32 sites): three u64 per site: executions, lanes, extra. Block: x =
/// sites, any y. Grid: any x.
///
/// ws_warp_classes(records, classes, u32 warps, u32 sites, u32 branches): one u32 per warp, one thread per warp. The
/// first `branches` sites are branches.
[[nodiscard]] std::string reduction_kernels();

} // namespace warpscope::instrument
