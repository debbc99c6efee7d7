// Lanes of a warp that take no part in a step of a recorded block, and the branches that separated them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "insight/recorded_block.hpp"
#include "insight/warp_splits.hpp"

namespace warpscope::insight {

/// The branch that sent lanes another way, as far as the source explains it.
struct BranchReason {
    uint32_t line = 0;     // 0: outside the kernel's file
    std::string file;      // for line 0; may be empty
    std::string condition; // of the line; empty if it has none
    /// The part of the condition that the branch tests, and its value for the lanes; empty if unknown.
    std::string comparison;
    bool is_true = false;

    friend bool operator==(const BranchReason&, const BranchReason&) = default;
};

/// Lanes that are off for one reason and continue in one place.
struct InactiveLanes {
    simt::LaneMask lanes = 0;
    std::optional<BranchReason> reason; // nullopt: no branch is the reason
    bool have_ended = false;
    uint32_t next_line = 0; // where they continue; 0: outside the kernel's file, or never

    [[nodiscard]] bool has_same_reason(const InactiveLanes& other) const {
        return reason == other.reason && have_ended == other.have_ended && next_line == other.next_line;
    }
};

/// Groups the lanes of the step's warp that the launch has and that are off in the step. Ascending by first lane.
[[nodiscard]] std::vector<InactiveLanes> find_inactive_lanes(const RecordedBlock& block, uint32_t step,
                                                             simt::LaneMask launched);

/// Finds the branches in a step, up to record `record`, that split its warp, with the values of that moment. Moves
/// `state` to each of these branches.
[[nodiscard]] std::vector<SplitFacts> splits_in_step(const RecordedBlock& block, uint32_t step, uint64_t record,
                                                     replay::State& state);

} // namespace warpscope::insight
