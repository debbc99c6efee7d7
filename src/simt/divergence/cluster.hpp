// barrier.cluster.arrive and .wait: a barrier in two halves. Each block is a cluster of its own.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

inline constexpr uint32_t cluster_barrier = barrier_count;

// aux: basic block that ends here. c: its length.
[[nodiscard]] Handler cluster_arrive();
[[nodiscard]] Handler cluster_wait();

/// Ends the phase if all threads have arrived or ended.
void complete_cluster(Block& block);

} // namespace warpscope::simt
