#pragma once

#include "replay/orders.hpp"

namespace warpscope::replay {

/// Finds the first differing step and read.
void find_divergence(OrderPair& pair);

/// Returns the value's bits. Bytes that the block never touches are 0.
[[nodiscard]] uint64_t bytes_at(const Recording& recording, const State& state, const MemoryAddress& at,
                                uint32_t bytes);

} // namespace warpscope::replay
