// barrier.cluster.arrive and .wait. Every block is a cluster of its own, so this is a barrier of the block in two
// halves, which threads pass one by one: a phase is complete when every thread that still runs has arrived.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Number of the cluster's barrier among those of the block.
inline constexpr uint32_t cluster_barrier = barrier_count;

// Both: aux = basic block that ends here, c = its length.
[[nodiscard]] Handler cluster_arrive();
[[nodiscard]] Handler cluster_wait();

/// Begins the next phase if all threads have arrived, now that some have ended.
void complete_cluster(Block& block);

} // namespace warpscope::simt
