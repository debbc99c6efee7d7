// Barriers of the block: bar.sync, bar.arrive, bar.red, and the warp-level bar.warp.sync.
//
// A warp that arrives gives its worker back (WarpState::at_barrier). The arrival that completes the barrier makes all
// waiting warps ready again; when a warp ends, barriers that waited for it only are completed too.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// Common: aux = basic block that ends here, c = its length (0: none does), a = slot of the barrier's number, b = slot
// of the number of threads (0: all warps of the block that still run), d = 1 for .aligned forms, which all lanes must
// execute together. Lanes of any other form wait for the rest of their warp, wherever in the program that is.
[[nodiscard]] Handler barrier_sync();
[[nodiscard]] Handler barrier_arrive();
/// bar.red is two Insts: the arrival, and the reading of the result, with d = destination slot, b = slot of what the
/// lanes vote, aux = BarrierReduction.
enum class BarrierReduction : uint32_t { popc, all, any };
[[nodiscard]] Handler barrier_reduce_arrive();
[[nodiscard]] Handler barrier_reduce_result();
/// Two Insts, see warp_collective.hpp.
[[nodiscard]] Handler barrier_warp_sync();

/// Lets go of every barrier that now has all the warps it waits for.
void complete_barriers(Block& block);

} // namespace warpscope::simt
