#pragma once

#include "replay/recording.hpp"

namespace warpscope::replay {

/// Returns whether the lane jumped in its last execution of the split's branch before `end`.
[[nodiscard]] bool jumped_last(const Recording& recording, const Split& split, uint32_t lane, uint64_t end);

} // namespace warpscope::replay
