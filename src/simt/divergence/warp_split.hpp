// Warp splits: groups of lanes of one warp that run independently because they wait for each other.
//
// The path stack (branch.cpp) runs one side of a branch to the reconvergence point, then the other. This fails if a
// lane waits for another lane of its warp: in a collective that names lanes on another path, or in a spin loop on a
// lock. Such lanes become a *warp split* with a copy of the stack restricted to them. One split of a warp runs at a
// time; the others are in Warp::others. Registers are not copied, because the lanes are disjoint.
//
// At a reconvergence point, a split waits for the splits still to come and merges with them. It does not wait for a
// split that only spins, because that one may be waiting for it. So every lane makes progress, as on hardware from
// compute capability 7.0 on. If all splits wait, one is released without the lanes it waited for; at a collective or a
// barrier this is a finding.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Turns the lanes of the current path, including predicated-off ones, into a waiting split that continues at `pc`.
/// Returns the warp's next instruction, or nullptr like a Handler.
[[nodiscard]] const Inst* set_apart(Warp& warp, const Inst* pc, WarpSplit::State state);
/// Continues with another split or ends the warp. The current split has no lanes left or is in Warp::others.
[[nodiscard]] const Inst* run_another(Warp& warp);
/// Returns whether the current split may continue with its topmost path at a reconvergence point. If so, the splits
/// that waited for it there are merged into it. Otherwise it waits and `next` is the warp's next instruction.
[[nodiscard]] bool pass_join(Warp& warp, const Inst*& next);

/// Returns whether the current split may arrive at a barrier of the block, alone or with the warp's others. Those are
/// then merged or marked `arrived`. Otherwise it waits and `next` is the warp's next instruction.
[[nodiscard]] bool pass_barrier(Warp& warp, const Inst* inst, const Inst*& next);

/// Ends a turn that will continue at Warp::pc. Gives the next turn to other splits, or to other lanes if the current
/// ones only wait.
void hand_over(Warp& warp);

/// Returns all lanes of the current split, running or waiting.
[[nodiscard]] LaneMask lanes_here(const Warp& warp);
/// Returns whether the waiting `warp_split` has the same position and calls as the current one, so that they can merge.
[[nodiscard]] bool at_same_place(const Warp& warp, const Inst* inst, const WarpSplit& warp_split);
/// Merges split `index` of Warp::others, which is at the same place, into the current one.
void take_in(Warp& warp, size_t index);

} // namespace warpscope::simt
