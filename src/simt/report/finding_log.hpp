// Findings of a launch: collected per worker, one per kind and instruction, and sorted at the end.
#pragma once

#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns whether record_finding() would keep a finding, i.e. whether its message is needed.
[[nodiscard]] bool finding_is_new(const Warp& warp, uint32_t pc, FindingKind kind);
/// Counts a finding without keeping it.
void count_finding(Warp& warp);
/// Counts and keeps a finding. Requires finding_is_new(); otherwise it would replace a finding of an earlier block.
void record_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, ptx::Space space, uint64_t address,
                    uint32_t bytes, std::string message);
/// Checks and records a finding without an address.
void record_plain_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, std::string message);

/// Returns the workers' findings by block, then pc; at most `limit`.
[[nodiscard]] std::vector<Finding> merged_findings(std::span<const std::unique_ptr<Worker>> workers, uint32_t limit);

} // namespace warpscope::simt
