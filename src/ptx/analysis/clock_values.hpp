// Which registers hold times: what clocks show, and what is calculated from that.
#pragma once

#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Of %clock, %globaltimer and their like.
[[nodiscard]] constexpr bool shows_time(Special which) {
    return which >= Special::clock && which <= Special::globaltimer_hi;
}

/// Returns, by register, whether it may hold a point in time or a span of it: it comes from a clock, by calculation or
/// by way of the stack. The result of a comparison is neither, nor is what a predicate only selects.
[[nodiscard]] std::vector<bool> clock_values(const Function& function);

} // namespace warpscope::ptx
