// barrier.cluster.arrive and .wait. Every block is a cluster of its own, so this is a split barrier of the block.
// Threads pass it individually; a phase is complete when every running thread has arrived.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Index of the cluster barrier in Block::barriers.
inline constexpr uint32_t cluster_barrier = barrier_count;

// Operands of both: aux is the basic block that ends here, c its length.
[[nodiscard]] Handler cluster_arrive();
[[nodiscard]] Handler cluster_wait();

/// Begins the next phase if all running threads have arrived. Called when threads end.
void complete_cluster(Block& block);

} // namespace warpscope::simt
