// Yields before releasing stores, which tell other threads that something is ready (flags, counters), and before taking
// locks.
//
// A consumer that first polls a flag after its second update sees everything before that update, which masks a race at
// the first one. The launch options can ask for a turn of other warps and blocks before such a store.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Returns false for modules with neither fences nor releases.
[[nodiscard]] bool has_releases(const ptx::Module& module);
/// Returns the handler to insert before a possible releasing store or lock, or nullptr. In the second order, a warp
/// yields before its second lock: opposite lock orders deadlock only if no warp takes both at once.
[[nodiscard]] Handler yield_before(const ptx::Instruction& instruction);

} // namespace warpscope::simt
