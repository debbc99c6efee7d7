#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

/// Adds launches to existing buffers. Names in `values` then refer to the last launch.
[[nodiscard]] Result<void> add_launches(const Variant& variant, const Settings& settings, const DeviceLimits& limits,
                                        Evaluation& values, Prepared& out);

} // namespace warpscope::catalog
