#pragma once

#include "metrics/checks/check.hpp"

namespace warpscope::metrics {

[[nodiscard]] std::unique_ptr<Check> uninitialized_read_check(const CheckedPlan& plan);

} // namespace warpscope::metrics
