#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

/// Buffers must exist. Names such as "block" and "grid" in `values` then belong to the last launch.
[[nodiscard]] Result<void> add_launches(const Variant& variant, const Settings& settings, const DeviceLimits& limits,
                                        Evaluation& values, Prepared& out);

} // namespace warpscope::catalog
