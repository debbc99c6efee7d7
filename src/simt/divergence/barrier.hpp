#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// aux: basic block that ends here. c: its length, or 0. a: slot of the barrier number. b: slot of the thread count (0:
// all running warps). d: 1 for .aligned forms, which all lanes must execute together.
[[nodiscard]] Handler barrier_sync();
[[nodiscard]] Handler barrier_arrive();
/// bar.red is two Insts: arrival and result.
enum class BarrierReduction : uint32_t { popc, all, any };
[[nodiscard]] Handler barrier_reduce_arrive();
/// d: destination slot. b: slot of the votes. aux: BarrierReduction.
[[nodiscard]] Handler barrier_reduce_result();
[[nodiscard]] Handler barrier_warp_sync();

void complete_barriers(Block& block);

} // namespace warpscope::simt
