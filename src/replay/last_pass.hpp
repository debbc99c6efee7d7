// Which way a lane went at a branch that it has come by several times.
#pragma once

#include "replay/recording.hpp"

namespace warpscope::replay {

/// Returns whether a lane of the split took the branch when it last came by before record `end`: where lanes leave a
/// loop in different rounds it has been there again since they parted.
[[nodiscard]] bool jumped_last(const Recording& recording, const Split& split, uint32_t lane, uint64_t end);

} // namespace warpscope::replay
