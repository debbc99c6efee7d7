// Lets other warps and blocks run before a store that releases data (flag, counter) and before a lock; at most
// LaunchOptions::handovers times. Otherwise a consumer may poll a flag only after its second update, which hides a race
// at the first update.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

[[nodiscard]] bool has_releases(const ptx::Module& module);
/// Returns the handler to insert before `instruction`; nullptr if it cannot release or lock. In the second order, a
/// warp yields before its second lock, because two warps with opposite lock orders only deadlock if neither takes both
/// locks in one turn.
[[nodiscard]] Handler yield_before(const ptx::Instruction& instruction);

} // namespace warpscope::simt
