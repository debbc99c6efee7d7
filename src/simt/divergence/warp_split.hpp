// A *warp split* is a part of a warp with its own path stack (README.md). One split runs at a time; Warp::others
// contains the rest. Splits share registers: their lanes are disjoint.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Makes the current path's lanes wait at `pc`. Returns the warp's next instruction, if any.
[[nodiscard]] const Inst* defer_lanes(Warp& warp, const Inst* pc, WarpSplit::State state);
[[nodiscard]] const Inst* run_other_split(Warp& warp);
/// Returns whether the current split may pass the reconvergence point. Otherwise the split waits, and `next` becomes
/// the warp's next instruction.
[[nodiscard]] bool pass_join(Warp& warp, const Inst*& next);

/// Returns whether the warp may arrive at the barrier `inst`: all its splits wait there, or the current split gave up.
/// If so, merges splits at the same place and marks the others `arrived`. Otherwise works like pass_join().
[[nodiscard]] bool pass_barrier(Warp& warp, const Inst* inst, const Inst*& next);

/// Ends the current split's turn. If its current lanes only wait, its suspended lanes run next; otherwise, another
/// split runs.
void yield_turn(Warp& warp);

[[nodiscard]] LaneMask lanes_here(const Warp& warp);
/// Returns whether the split is at `inst`, with the same paths and calls as the current split.
[[nodiscard]] bool at_same_place(const Warp& warp, const Inst* inst, const WarpSplit& warp_split);
void merge_split(Warp& warp, size_t index);

} // namespace warpscope::simt
