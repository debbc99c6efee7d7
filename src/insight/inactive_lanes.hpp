#pragma once

#include <optional>
#include <string>
#include <vector>

#include "insight/recorded_block.hpp"
#include "insight/warp_splits.hpp"

namespace warpscope::insight {

/// Branch that separated inactive from active lanes.
struct BranchReason {
    uint32_t line = 0;
    std::string file;       // the branch's file if `line` is 0; may be empty
    std::string condition;  // the line's condition; empty if it has none
    std::string comparison; // part of `condition` that this branch tests; empty if unknown
    bool is_true = false;   // value of `comparison` for these lanes

    friend bool operator==(const BranchReason&, const BranchReason&) = default;
};

/// Inactive lanes with one reason and next line.
struct InactiveLanes {
    simt::LaneMask lanes = 0;
    std::optional<BranchReason> reason; // nullopt: no branch is the reason
    bool have_ended = false;
    uint32_t next_line = 0; // 0: in another file, or nowhere

    [[nodiscard]] bool has_same_reason(const InactiveLanes& other) const {
        return reason == other.reason && have_ended == other.have_ended && next_line == other.next_line;
    }
};

/// Groups the step's launched but inactive lanes by reason. Sorts by first lane.
[[nodiscard]] std::vector<InactiveLanes> find_inactive_lanes(const RecordedBlock& block, uint32_t step,
                                                             simt::LaneMask launched);

/// Finds the branches that split the warp within the step, up to record `record`. Moves `state` to each branch.
[[nodiscard]] std::vector<SplitFacts> splits_in_step(const RecordedBlock& block, uint32_t step, uint64_t record,
                                                     replay::State& state);

} // namespace warpscope::insight
