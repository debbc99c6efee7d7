#pragma once

#include "replay/orders.hpp"

namespace warpscope::replay {

/// Finds where the recordings diverge. Sets parts_at and read.
void find_divergence(OrderPair& pair);

} // namespace warpscope::replay
