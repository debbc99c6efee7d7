// The launches of a plan, with the copies before them. Private to src/catalog.
#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

/// Adds the launches of `variant` to the plan, whose buffers are known. Afterwards the names of `values` stand for the
/// last one.
[[nodiscard]] Result<void> add_launches(const Variant& variant, const Settings& settings, const DeviceLimits& limits,
                                        Evaluation& values, Prepared& out);

} // namespace warpscope::catalog
