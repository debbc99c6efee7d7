#pragma once

#include <cstdint>

#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Returns whether the result may decide a branch, form an address, be returned, or leave global memory.
[[nodiscard]] bool may_act_on_result(const ptx::Function& function, uint32_t index);

} // namespace warpscope::metrics
