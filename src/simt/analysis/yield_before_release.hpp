// Gives other warps and blocks a turn before releasing stores (flags, counters) and locks (LaunchOptions::handovers). A
// consumer that polls a flag only after its second update sees all earlier stores, which masks a race at the first.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

[[nodiscard]] bool has_releases(const ptx::Module& module);
/// Returns the handler to insert before a possible releasing store or lock, or nullptr. In the second order, a warp
/// yields before its second lock: opposite lock orders deadlock only if no warp takes both at once.
[[nodiscard]] Handler yield_before(const ptx::Instruction& instruction);

} // namespace warpscope::simt
