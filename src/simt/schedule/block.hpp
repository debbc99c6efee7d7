// Runs one block: its warps take turns on the worker until all have ended or wait for another block.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Makes block `index` of the grid, none of whose warps has begun, the worker's present one.
void begin_block(Worker& worker, uint64_t index);

enum class BlockTurn : uint8_t {
    ended,
    waits,    // all of its warps wait, for another block it seems; only where blocks can wait for each other
    stuck,    // likewise for certain, and have done nothing else lately
    hands_on, // others come first, also some that have not begun: see yield_before_release.hpp
    stopped,  // the launch is cancelled
};
/// Runs the worker's present block to its end, or until all that it does is to wait.
[[nodiscard]] BlockTurn run_block(Worker& worker);
/// Ends the warps of a block that waits for what will not happen. A finding. `held`: how many blocks there are, if
/// there can be no more at a time and others have not begun, which may have done it; else 0. `by_device`: a GPU has
/// room for no more, either.
void give_up_block(Worker& worker, size_t held, bool by_device = false);
/// Of a block that has ended, for one to come: Worker::block is empty then.
void keep_storage(Worker& worker);

/// The numbers 0 to count - 1 in an order that depends on `seed` only; 0 is the natural order.
[[nodiscard]] std::vector<uint32_t> shuffled(uint32_t count, uint64_t seed);

} // namespace warpscope::simt
