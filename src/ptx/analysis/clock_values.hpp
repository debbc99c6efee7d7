#pragma once

#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

[[nodiscard]] constexpr bool shows_time(Special which) {
    return which >= Special::clock && which <= Special::globaltimer_hi;
}

/// Returns for each register whether it can hold a time. Follows computations and the stack, not comparisons.
[[nodiscard]] std::vector<bool> clock_values(const Function& function);

} // namespace warpscope::ptx
