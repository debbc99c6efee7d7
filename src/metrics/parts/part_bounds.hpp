#pragma once

#include "metrics/checks/check.hpp"

namespace warpscope::metrics {

/// Returns nullptr if no buffer is divided.
[[nodiscard]] std::unique_ptr<Check> part_bounds_check(const CheckedPlan& plan);

} // namespace warpscope::metrics
