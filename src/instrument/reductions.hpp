// Kernels that sum up what probes recorded, on the device where it lies: records of millions of warps would take longer
// to copy than the kernel took to run.
#pragma once

#include <string>

namespace warpscope::instrument {

inline constexpr const char* site_totals_kernel = "ws_site_totals";
inline constexpr const char* warp_classes_kernel = "ws_warp_classes";

/// Bit of a warp's class word that says that some lanes were off at some site; the bits below count executions of
/// branches that split the warp.
inline constexpr unsigned partly_idle_bit = 31;

/// PTX of two kernels, to be appended to a module.
///
/// ws_site_totals(records, totals, u32 warps, u32 sites): adds executions, lanes and extra of all warps to three u64
/// per site. Block: x as many threads as sites, y any; grid: x any.
///
/// ws_warp_classes(records, classes, u32 warps, u32 sites, u32 branches): one u32 per warp; the first `branches` sites
/// are branches. A thread per warp.
[[nodiscard]] std::string reduction_kernels();

} // namespace warpscope::instrument
