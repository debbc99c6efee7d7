#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

void begin_block(Worker& worker, uint64_t index);

enum class BlockTurn : uint8_t {
    ended,
    waits,  // probably waits for another block
    stuck,  // certainly waits, and cannot continue by itself
    yields, // lets other blocks run first (yield_before_release.hpp)
    stopped,
};
[[nodiscard]] BlockTurn run_block(Worker& worker);
/// Reports a deadlock. `held`: limit of concurrent blocks if this limit is the cause, otherwise 0. `by_device`: the
/// limit is the GPU's.
void abandon_block(Worker& worker, size_t held, bool by_device = false);
void keep_storage(Worker& worker);

/// Returns a permutation that depends only on `seed`; 0: natural order.
[[nodiscard]] std::vector<uint32_t> shuffled(uint32_t count, uint64_t seed);

} // namespace warpscope::simt
