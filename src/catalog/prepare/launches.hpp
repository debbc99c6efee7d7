#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

/// Adds launches to a plan with buffers. Afterwards, "block" and "grid" in `values` are those of the last launch.
[[nodiscard]] Result<void> add_launches(const Variant& variant, const Settings& settings, const DeviceLimits& limits,
                                        Evaluation& values, Prepared& out);

} // namespace warpscope::catalog
