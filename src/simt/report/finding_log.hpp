// Findings of a launch: collected per worker, one per kind and instruction, brought into one order at the end.
#pragma once

#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Returns whether record_finding would keep a finding, so that its message is worth making.
[[nodiscard]] bool finding_is_new(const Warp& warp, uint32_t pc, FindingKind kind);
/// Counts a finding that is not kept.
void count_finding(Warp& warp);
/// Counts and keeps a finding. Call only where finding_is_new, else the finding of a later block would replace this
/// one.
void record_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, ptx::Space space, uint64_t address,
                    uint32_t bytes, std::string message);
/// Both of the above for a finding that has no address.
void record_plain_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, std::string message);

/// The workers' findings in order of block, then of pc; at most `limit`.
[[nodiscard]] std::vector<Finding> merged_findings(std::span<const std::unique_ptr<Worker>> workers, uint32_t limit);

} // namespace warpscope::simt
