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
        std::vector<std::string> rounds; // values of the `loops` counters before the step; "": unset
    };
    std::vector<std::string> loops; // loop counters, outermost first
    std::vector<Value> values;
    bool complete = true;
};

/// Returns all steps that set the variable, even to the same value. `is_loop`: whether a step is at a loop head.
/// Variables that change there are loop counters.
[[nodiscard]] LaneValues lane_values(const Recording& recording, uint32_t warp, uint32_t lane, const std::string& name,
                                     const std::function<bool(uint32_t step)>& is_loop,
                                     const std::atomic<bool>& cancel);

} // namespace warpscope::replay
