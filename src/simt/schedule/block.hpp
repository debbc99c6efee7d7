// Runs one block: its warps take turns on the worker until all have ended or wait for another block.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Starts block `index` of the grid as the worker's current one.
void begin_block(Worker& worker, uint64_t index);

enum class BlockTurn : uint8_t {
    ended,
    waits,    // all warps probably wait for another block; only if blocks can wait for each other
    stuck,    // the same, but certain, and without progress in this turn
    hands_on, // other blocks run first, including new ones: see yield_before_release.hpp
    stopped,  // the launch is cancelled
};
/// Runs the worker's current block until it ends or only waits.
[[nodiscard]] BlockTurn run_block(Worker& worker);
/// Ends the warps of a deadlocked block, with a finding. `held`: number of concurrent blocks, if that limit keeps
/// blocks from beginning that could have helped; otherwise 0. `by_device`: the limit is the GPU's.
void give_up_block(Worker& worker, size_t held, bool by_device = false);
/// Keeps the storage of an ended block for reuse. Worker::block is empty afterwards.
void keep_storage(Worker& worker);

/// Returns the numbers 0 to count - 1 in an order that depends only on `seed`; 0 is the natural order.
[[nodiscard]] std::vector<uint32_t> shuffled(uint32_t count, uint64_t seed);

} // namespace warpscope::simt
