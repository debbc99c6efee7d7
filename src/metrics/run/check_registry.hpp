#pragma once

#include <memory>
#include <vector>

#include "metrics/checks/check.hpp"
#include "metrics/run/inline_checks.hpp"
#include "metrics/uninitialized/uninitialized_check.hpp"

namespace warpscope::metrics {

using InlineChecks = InlineCheckList<UninitializedCheck>;

/// Returns the requested checks, in the order of their findings.
[[nodiscard]] CheckList all_checks(const CheckedPlan& plan);

} // namespace warpscope::metrics
