// Yields to other warps and blocks before stores that may release data (flags, counters) and before locks, at most
// LaunchOptions::handovers times (README.md).
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

[[nodiscard]] bool has_releases(const ptx::Module& module);
/// Returns the handler to insert before `instruction`; nullptr if the instruction can neither release nor lock. With
/// second_order, a warp yields before its second lock, because opposite lock orders deadlock only if each warp holds
/// one lock.
[[nodiscard]] Handler yield_before(const ptx::Instruction& instruction);

} // namespace warpscope::simt
