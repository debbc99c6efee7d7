// Gives other warps and blocks a turn before releasing stores (flags, counters) and locks (LaunchOptions::handovers).
// Otherwise a consumer may poll a flag only after its second update, which hides a race at the first update.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

[[nodiscard]] bool has_releases(const ptx::Module& module);
/// Returns the handler to insert before a possible releasing store or lock, or nullptr. In the second order, a warp
/// yields before its second lock, because opposite lock orders only deadlock if no warp takes both in one turn.
[[nodiscard]] Handler yield_before(const ptx::Instruction& instruction);

} // namespace warpscope::simt
