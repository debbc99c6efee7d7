// Sums up records on the device, because copying them is slow.
#pragma once

#include <string>

namespace warpscope::instrument {

inline constexpr const char* site_totals_kernel = "ws_site_totals";
inline constexpr const char* warp_classes_kernel = "ws_warp_classes";

/// set if lanes were inactive; lower bits: diverging executions
inline constexpr unsigned partly_idle_bit = 31;

/// Returns two kernels' PTX.
/// ws_site_totals(records, totals, u32 warps, u32 sites): three u64 per site: executions, lanes, splits or sectors.
/// Block: x = sites.
/// ws_warp_classes(records, classes, u32 warps, u32 sites, u32 branches): u32 per warp, one thread each.
[[nodiscard]] std::string reduction_kernels();

} // namespace warpscope::instrument
