// What becomes of the result of an atomic: data that is added up and stored, or something that threads act on.
#pragma once

#include <cstdint>

#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Returns whether a thread may act on what the instruction at `index` brings, or have others do so: decide a branch by
/// it, form an address, return it, or leave it elsewhere than in global memory. False where it is dropped, or goes to
/// global memory and nowhere else.
[[nodiscard]] bool may_act_on_result(const ptx::Function& function, uint32_t index);

} // namespace warpscope::metrics
