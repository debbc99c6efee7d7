// Accesses to a part of a buffer that lies in another device's memory, as a check of a plan's launches: kernels reach
// their own device's parts only, and what they need of others is copied first.
#pragma once

#include "metrics/checks/check.hpp"

namespace warpscope::metrics {

/// nullptr for plans whose buffers are not divided.
[[nodiscard]] std::unique_ptr<Check> part_bounds_check(const CheckedPlan& plan);

} // namespace warpscope::metrics
