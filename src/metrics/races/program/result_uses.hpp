#pragma once

#include <cstdint>

#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Returns whether the result, or a value computed from it, may be used for more than a write to global memory: as
/// predicate or address, or in a call, return, warp operation, compare-and-swap or write to another space.
[[nodiscard]] bool may_act_on_result(const ptx::Function& function, uint32_t index);

} // namespace warpscope::metrics
