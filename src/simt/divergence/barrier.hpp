// Barriers of the block (bar.sync, bar.arrive, bar.red) and of the warp (bar.warp.sync).
//
// An arriving warp returns to its worker (WarpState::at_barrier). The arrival that completes the barrier makes all
// waiting warps ready. The end of a warp can also complete a barrier.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// Operands of all handlers. aux: basic block that ends here. c: its length, or 0 if none ends. a: slot of the barrier
// number. b: slot of the thread count (0: all running warps of the block). d: 1 for .aligned forms, which all lanes
// must execute together. In other forms, lanes wait for the rest of their warp, wherever it is.
[[nodiscard]] Handler barrier_sync();
[[nodiscard]] Handler barrier_arrive();
/// bar.red consists of two Insts: the arrival and the read of the result. Operands of the read: d is the destination
/// slot, b the slot of the votes, aux a BarrierReduction.
enum class BarrierReduction : uint32_t { popc, all, any };
[[nodiscard]] Handler barrier_reduce_arrive();
[[nodiscard]] Handler barrier_reduce_result();
/// Two Insts, see warp_collective.hpp.
[[nodiscard]] Handler barrier_warp_sync();

/// Releases every barrier that is complete.
void complete_barriers(Block& block);

} // namespace warpscope::simt
