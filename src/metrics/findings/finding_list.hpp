// Keeps the finding of the lowest block for each kind and instruction. Only counts the others. At the end, drops
// findings that other findings explain or that users cannot distinguish.
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

struct ThreadPlace {
    uint64_t block = 0;
    uint32_t thread = 0; // in the block
    uint32_t pc = 0;
};

/// The caller must set space, address and bytes of the returned finding.
[[nodiscard]] simt::Finding make_finding(simt::FindingKind kind, const ThreadPlace& place,
                                         const simt::LaunchContext& launch,
                                         std::span<const simt::InstructionInfo> instructions);
void add_other(simt::Finding& finding, const ThreadPlace& other, const simt::LaunchContext& launch,
               std::span<const simt::InstructionInfo> instructions);

/// Returns whether a thread waited forever, perhaps for blocks that did not run.
[[nodiscard]] bool deadlocked(const simt::LaunchOutcome& outcome);

class FindingLog {
public:
    /// Counts all findings except notes. Returns whether to keep() the finding: errors replace notes, and lower blocks
    /// replace higher blocks.
    [[nodiscard]] bool is_new(simt::FindingKind kind, uint32_t pc, uint64_t block, bool is_note = false);
    void keep(simt::Finding finding);
    void merge(FindingLog& worker);
    [[nodiscard]] uint64_t count() const { return count_; }
    /// Moves the findings out, sorted by block and pc.
    [[nodiscard]] std::vector<simt::Finding> take();

private:
    std::map<std::pair<simt::FindingKind, uint32_t>, simt::Finding> kept_;
    uint64_t count_ = 0;
};

/// Information to compare findings; may be empty.
struct FindingContext {
    std::span<const simt::InstructionInfo> instructions;
    const simt::GlobalMemory* memory = nullptr;
    std::span<const simt::SharedVariableInfo> shared;

    /// Returns the number of the nearest allocation or shared variable.
    [[nodiscard]] uint32_t target(const simt::Finding& finding) const;
};

/// Removes findings that other findings explain:
/// - a missing __syncwarp at an instruction that also races with other warps;
/// - a race of equal values, if the instruction also races with different values;
/// - reads of unwritten shared memory caused by a missing barrier;
/// - possible accesses after free() at an instruction with a certain access after free().
void drop_explained(std::vector<simt::Finding>& findings, const FindingContext& context = {});
/// Removes findings that users cannot distinguish, because the compiler unrolled or inlined one expression.
void drop_repeated(std::vector<simt::Finding>& findings, const FindingContext& context = {});

[[nodiscard]] bool is_of_one_line(const simt::Finding& race);
[[nodiscard]] Message barrier_advice();
[[nodiscard]] Message barrier_place_in_line(bool is_repeated);
[[nodiscard]] Message barrier_advice_in_line(bool is_repeated);
/// Replaces the advice, the last argument of a race's message.
[[nodiscard]] Message with_advice(const Message& race, Message advice);
/// Names `element` as the place in the message of a race between plain accesses. Returns other messages unchanged.
[[nodiscard]] Message with_place(const Message& race, std::string_view element);
/// Turns a race between lanes of a warp into a race between warps if stores of the same line to the same array also
/// race between warps. __syncwarp() would not suffice.
void widen_lane_races(std::vector<simt::Finding>& findings, const FindingContext& context);
/// Puts accesses out of bounds first, because they cause other findings. Otherwise sorts by block.
void sort_findings(std::vector<simt::Finding>& findings);

} // namespace warpscope::metrics
