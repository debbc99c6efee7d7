#pragma once

#include "replay/recording.hpp"

namespace warpscope::replay {

/// Returns whether a lane took the branch the last time before `end`. It may have passed it again since the split.
[[nodiscard]] bool jumped_last(const Recording& recording, const Split& split, uint32_t lane, uint64_t end);

} // namespace warpscope::replay
