// The race checker as a check of a plan's launches: decides whether a launch can be judged while it is measured, and
// runs it again where it cannot.
#pragma once

#include "metrics/checks/check.hpp"

namespace warpscope::metrics {

[[nodiscard]] std::unique_ptr<Check> race_check(const CheckedPlan& plan);

} // namespace warpscope::metrics
