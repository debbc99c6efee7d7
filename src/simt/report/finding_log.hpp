#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

[[nodiscard]] bool finding_is_new(const Warp& warp, uint32_t pc, FindingKind kind);
void count_finding(Warp& warp, uint32_t pc, FindingKind kind);
/// Requires finding_is_new(); otherwise, an earlier block's finding would be replaced.
void record_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, ptx::Space space, uint64_t address,
                    uint32_t bytes, Message message);
void record_plain_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, Message message);
[[nodiscard]] bool note_is_new(const Warp& warp, uint32_t pc, FindingKind kind);
/// Requires note_is_new(). Notes are not counted, and errors replace them.
void record_note(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, Message message);

[[nodiscard]] std::vector<Finding> merged_findings(std::span<const std::unique_ptr<Worker>> workers, uint32_t limit);

} // namespace warpscope::simt
