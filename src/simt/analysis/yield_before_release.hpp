// Stores by which a thread tells others that something is ready for them: flags, counters; and locks. Private to
// src/simt.
//
// A warp that looks at a flag only after it was set for the second time has seen all that came before that, so that
// nothing is left of the race that there would have been after the first time. So where the launch's options ask for
// it, others have a turn before such a store: the block's other warps, the blocks that wait, and as many that have not
// begun.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Returns whether the module has fences or releases, without which no store tells of others.
[[nodiscard]] bool has_releases(const ptx::Module& module);
/// Returns what stands in front of an instruction that may be such a store or may take a lock, between two basic
/// blocks; nullptr for others. What compares first is no such store: that is how a thread waits for others, or takes a
/// lock. In a launch's second order a warp that holds a lock lets others have a turn: two locks that are taken in both
/// orders are a deadlock only if no warp has taken both at once.
[[nodiscard]] Handler yield_before(const ptx::Instruction& instruction);

} // namespace warpscope::simt
