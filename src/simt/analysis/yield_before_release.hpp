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
/// Returns whether the instruction may be such a store. Not one that compares first: that is how a thread waits for
/// others.
[[nodiscard]] bool may_yield_before_release(const ptx::Instruction& instruction);
/// Returns whether the instruction may take a lock. In a launch's second order a warp that holds one lets others have a
/// turn: two locks that are taken in both orders are a deadlock only if no warp has taken both at once.
[[nodiscard]] bool may_take_lock(const ptx::Instruction& instruction);
/// Both stand in front of such an instruction, between two basic blocks.
[[nodiscard]] Handler yield_before_lock();
[[nodiscard]] Handler yield_before_release();

} // namespace warpscope::simt
