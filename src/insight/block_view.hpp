// Facts about a block's trace that are slow to derive: bank conflicts, timeline, data flow through shared memory.
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
    std::vector<metrics::IntervalDiagram> diagrams; // per array of `flow`; no rows if nothing writes the array
    Memo derived;                                   // panels' results
};
[[nodiscard]] std::shared_ptr<const BlockView> make_block_view(std::shared_ptr<const session::RunResult> result,
                                                               std::shared_ptr<const metrics::BlockTrace> trace);

struct BankRequest {
    const metrics::BankInstruction* instruction = nullptr;
    uint32_t warp = 0, round = 0; // warp: index in instruction->warps; round: index among the warp's requests

    /// Returns the index in instruction->requests.
    [[nodiscard]] uint32_t request() const { return instruction->warps[warp].first + round; }
};
/// Returns the shared memory request with the most passes in the moment's last step. Returns nullopt if trace and
/// recording have different requests in that line.
[[nodiscard]] std::optional<BankRequest> request_at(const BlockView& block_view, const MomentView& moment);

[[nodiscard]] uint64_t middle_block(const LaunchConfig& config);

} // namespace warpscope::insight
