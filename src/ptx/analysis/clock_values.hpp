// Finds registers that hold times: clock values and results computed from them.
#pragma once

#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

[[nodiscard]] constexpr bool shows_time(Special which) {
    return which >= Special::clock && which <= Special::globaltimer_hi;
}

/// Returns by register whether it may hold a time. Follows computations and the stack; excludes results of comparisons.
[[nodiscard]] std::vector<bool> clock_values(const Function& function);

} // namespace warpscope::ptx
