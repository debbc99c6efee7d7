// Findings of a launch: collected per worker, one per kind and instruction, brought into one order at the end.
#pragma once

#include <string>

#include "simt/machine.hpp"

namespace warpscope::simt {

/// Whether record_trap would keep a finding, so that its message is worth making.
[[nodiscard]] bool trap_is_news(const Warp& warp, uint32_t pc, TrapKind kind);
/// Counts a finding that is not kept.
void count_trap(Warp& warp);
/// Counts and keeps a finding. Call only where trap_is_news, else the finding of a later block would replace this one.
void record_trap(Warp& warp, const Inst* inst, uint32_t lane, TrapKind kind, ptx::Space space, uint64_t address,
                 uint32_t bytes, std::string message);
/// Both of the above for a finding that has no address.
void record_plain_trap(Warp& warp, const Inst* inst, uint32_t lane, TrapKind kind, std::string message);

/// The workers' findings in order of block, then of pc; at most `limit`.
[[nodiscard]] std::vector<Trap> merged_traps(std::span<const std::unique_ptr<Worker>> workers, uint32_t limit);

} // namespace warpscope::simt
