// History of a variable in one lane, with the loop counters at each change.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

struct LaneValues {
    struct Value {
        uint32_t step = 0;
        std::string text;
        std::vector<std::string> rounds; // values of `loops` before the step; empty if not set
    };
    std::vector<std::string> loops; // loop counters, outermost first
    std::vector<Value> values;      // in chronological order
    bool complete = true;
};

/// Includes steps that set the same value again. `is_loop` marks steps at loop heads; variables that change there are
/// loop counters.
[[nodiscard]] LaneValues lane_values(const Recording& recording, uint32_t warp, uint32_t lane, const std::string& name,
                                     const std::function<bool(uint32_t step)>& is_loop,
                                     const std::atomic<bool>& cancel);

} // namespace warpscope::replay
