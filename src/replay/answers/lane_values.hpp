// What a variable has been set to in one lane, from step to step, and in which round of the loops around it.
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
        uint32_t step = 0; // of the block, that sets it
        std::string text;
        std::vector<std::string> rounds; // by `loops`: what they held when the step began; empty where not set
    };
    std::vector<std::string> loops; // variables that count the rounds, of the outermost loop first
    std::vector<Value> values;      // in order of time
    bool complete = true;           // the warp has no more steps than were looked at
};

/// Of a warp's lane. A step counts where its line sets the variable, also to the value that it has. `is_loop` says
/// whether a step's line is the head of a loop: what changes there counts rounds.
[[nodiscard]] LaneValues lane_values(const Recording& recording, uint32_t warp, uint32_t lane, const std::string& name,
                                     const std::function<bool(uint32_t step)>& is_loop,
                                     const std::atomic<bool>& cancel);

} // namespace warpscope::replay
