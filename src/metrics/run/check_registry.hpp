// List of all checks of a measurement. A new one is a line here, in check_registry.cpp.
#pragma once

#include <memory>
#include <vector>

#include "metrics/checks/check.hpp"
#include "metrics/run/inline_checks.hpp"
#include "metrics/uninitialised/uninitialised_check.hpp"

namespace warpscope::metrics {

/// Types of those that the launch observer calls directly; the others observe a launch by virtual calls.
using InlineChecks = InlineCheckList<UninitialisedCheck>;

/// Returns those that the options ask for, in the order in which their findings are added.
[[nodiscard]] CheckList all_checks(const CheckedPlan& plan);

} // namespace warpscope::metrics
