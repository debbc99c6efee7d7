// Findings of the checkers. Of each kind one is kept per instruction, that of the lowest block, and the rest are
// counted; at last a launch's list loses what others of it explain and what a person could not tell from another.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simt/events.hpp"
#include "simt/executor.hpp"
#include "simt/memory.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// A thread at an instruction.
struct ThreadPlace {
    uint64_t block = 0;
    uint32_t thread = 0; // linear in the block
    uint32_t pc = 0;
};

/// Fills in everything that follows from place and program. `space`, `address`, `bytes` as in Finding.
[[nodiscard]] simt::Finding make_finding(simt::FindingKind kind, const ThreadPlace& place,
                                         const simt::LaunchContext& launch,
                                         std::span<const simt::InstructionInfo> instructions);
/// Names the other access of a race.
void add_other(simt::Finding& finding, const ThreadPlace& other, const simt::LaunchContext& launch,
               std::span<const simt::InstructionInfo> instructions);

/// Returns true if a thread has waited for what never came: with other blocks it may come.
[[nodiscard]] bool deadlocked(const simt::LaunchOutcome& outcome);

/// One worker's findings.
class FindingLog {
public:
    /// Counts a finding; whether it is to be kept, so that its Finding is worth making.
    [[nodiscard]] bool is_news(simt::FindingKind kind, uint32_t pc, uint64_t block);
    void keep(simt::Finding finding);
    void merge(FindingLog& worker);
    [[nodiscard]] uint64_t count() const { return count_; }
    /// In order of block, then of pc. Takes them away.
    [[nodiscard]] std::vector<simt::Finding> take();

private:
    std::map<std::pair<simt::FindingKind, uint32_t>, simt::Finding> kept_;
    uint64_t count_ = 0;
};

/// What findings of a launch are told apart by. All empty: by what they say themselves.
struct FindingContext {
    std::span<const simt::InstructionInfo> instructions;
    const simt::GlobalMemory* memory = nullptr;
    std::span<const simt::SharedVariableInfo> shared; // the kernel's

    /// Number of the allocation or shared variable that the finding's address lies in or nearest to.
    [[nodiscard]] uint32_t target(const simt::Finding& finding) const;
};

/// Leaves out what another finding of the list explains: a missing __syncwarp at an instruction that races with other
/// warps too, a race of equal values at an instruction where others differ, reads of shared memory that is not
/// written yet because the barrier before them is missing, and what may come after free() at an instruction that did.
void drop_explained(std::vector<simt::Finding>& findings, const FindingContext& context = {});
/// Leaves out what a person could not tell from an earlier one of the list: the compiler has made several instructions
/// of one expression, by unrolling a loop or inlining a function. A load and a store are told apart, and two arrays.
void drop_repeated(std::vector<simt::Finding>& findings, const FindingContext& context = {});

} // namespace warpscope::metrics
