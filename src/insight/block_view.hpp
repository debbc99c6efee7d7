// Facts about one block that take a while to derive from its trace: bank conflicts, timeline, data flow through shared
// memory.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "insight/moment_view.hpp"
#include "metrics/trace/bank_conflicts.hpp"
#include "metrics/trace/interval_diagram.hpp"
#include "metrics/trace/timeline.hpp"

namespace warpscope::insight {

struct BlockView {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const metrics::BlockTrace> trace;
    metrics::BankFacts banks;
    metrics::Timeline timeline;
    metrics::Flow flow;
    std::vector<metrics::IntervalDiagram> diagrams; // by array of the flow; without rows if nothing writes the array
    Memo derived;                                   // results that panels derive from this view
};
[[nodiscard]] std::shared_ptr<const BlockView> make_block_view(std::shared_ptr<const session::RunResult> result,
                                                               std::shared_ptr<const metrics::BlockTrace> trace);

/// One request of a warp to shared memory.
struct BankRequest {
    const metrics::BankInstruction* instruction = nullptr;
    uint32_t warp = 0, round = 0; // in instruction->warps, and among that warp's requests

    /// Returns the index in instruction->requests.
    [[nodiscard]] uint32_t request() const { return instruction->warps[warp].first + round; }
};
/// Finds the request to shared memory of a moment's last step; of several the one with the most passes. Returns nothing
/// if the step makes none, or if the measured kernel has other requests at this line than the recorded one.
[[nodiscard]] std::optional<BankRequest> request_at(const BlockView& block_view, const MomentView& moment);

/// Returns the linear index of the block in the middle of the grid.
[[nodiscard]] uint64_t middle_block(const LaunchConfig& config);

} // namespace warpscope::insight
