// Lanes of one warp that wait for each other on different paths of the program.
//
// The stack of paths (control.cpp) runs one side of a branch to where the sides meet, then the other. That is not
// enough where a lane waits for another one of its warp: in a shuffle or __syncwarp() that names lanes on another path,
// or in a loop for a lock that another lane holds. Such lanes become a *warp split*: a stack of their own, restricted
// to them. One warp split of a warp runs at a time; the others are in Warp::others. Registers are not copied: lanes are
// disjoint.
//
// Where a branch's sides meet, a warp split waits for the others that are still to come there, and they go on as one;
// but it does not wait for one that only spins, which may be waiting for this very warp split. So every lane gets on in
// the end, as on hardware from compute capability 7.0 on. Where all warp splits wait, some wait in vain: then one goes
// on without the lanes that it waited for, which is a finding at a shuffle or a barrier.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// The lanes of the present path, with those that its predicate switches off, wait: they will go on at `pc`, and the
/// warp goes on where this returns (nullptr: not now, as of a Handler).
[[nodiscard]] const Inst* set_apart(Warp& warp, const Inst* pc, WarpSplit::State state);
/// The present warp split has no lanes left, or is in Warp::others: goes on with another one, or ends the warp.
[[nodiscard]] const Inst* run_another(Warp& warp);
/// Returns whether the present warp split, which is about to go on with its topmost path, may do so. If so, those that
/// waited there for it are part of it now. Else they have become one that waits, and `next` is where the warp goes on.
[[nodiscard]] bool pass_join(Warp& warp, const Inst*& next);

/// Returns whether the present warp split, at a barrier of the block, may arrive there: alone, or together with the
/// warp's others, which are part of it then or, where they cannot be, have `arrived`. Else it waits for them, and
/// `next` is where the warp goes on.
[[nodiscard]] bool pass_barrier(Warp& warp, const Inst* inst, const Inst*& next);

/// The warp's turn is over, and it is to go on at Warp::pc: lets other lanes have the next one if these only wait, and
/// other warp splits in any case.
void hand_over(Warp& warp);

/// Lanes that run or wait in the present warp split.
[[nodiscard]] LaneMask lanes_here(const Warp& warp);
/// Returns whether `warp_split`, which waits at `inst`, is where the present warp split is, so that they can be one.
[[nodiscard]] bool at_same_place(const Warp& warp, const Inst* inst, const WarpSplit& warp_split);
/// Takes warp split number `index` of Warp::others, which is at the same place, into the present one.
void take_in(Warp& warp, size_t index);

} // namespace warpscope::simt
