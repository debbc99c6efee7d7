// Runs one block: its warps take turns on the worker until all have ended.
#pragma once

#include "simt/machine.hpp"

namespace warpscope::simt {

/// Runs block `index` of the grid to its end, or until the launch is stopped.
void run_block(Worker& worker, uint64_t index);

/// The numbers 0 to count - 1 in an order that depends on `seed` only; 0 is the natural order.
[[nodiscard]] std::vector<uint32_t> shuffled(uint32_t count, uint64_t seed);

} // namespace warpscope::simt
