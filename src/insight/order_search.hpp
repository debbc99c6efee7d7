// Searches a launch for thread orders that change the result, and for threads in which an expression becomes true.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "insight/cell_set.hpp"
#include "replay/orders.hpp"
#include "replay/watch.hpp"
#include "session/stepped.hpp"

namespace warpscope::insight {

/// Returns whether a finding is in the last launch, the only one that can be recorded.
[[nodiscard]] bool can_be_stepped_to(const session::RunResult& run, const simt::Finding& finding);
/// Returns whether the finding may depend on the thread order.
[[nodiscard]] bool has_orders(const session::RunResult& run, const simt::Finding& finding);

/// A step of one of two orders, near the place where they separate.
struct OrderStep {
    uint32_t step = 0, warp = 0, line = 0;
    bool reads = false, wrote = false;  // `reads`: makes the deciding read; `wrote`: stored the read value
    bool after_gap = false;             // earlier steps are omitted
    bool loads = false, stores = false; // both: an atomic
};

struct FoundOrders {
    std::shared_ptr<const session::RunResult> run;
    session::SteppedBuild build;
    replay::OrderSearch search;
    std::vector<OrderStep> first, second; // empty if the search found none
    /// Differing cells of one buffer, preferably of the output; null: none.
    std::shared_ptr<const CellSet> cells;
};
[[nodiscard]] std::shared_ptr<const FoundOrders> found_orders(std::shared_ptr<const session::RunResult> run,
                                                              session::SteppedBuild build, replay::OrderSearch search);

/// Threads of the shown launch in which a watch expression is true in some step.
struct MeetingThreads {
    std::shared_ptr<const session::RunResult> run;
    std::string text;
    uint64_t blocks_done = 0, blocks = 0;
    uint64_t blocks_in_part = 0; // searched blocks whose recording was cut off
    uint64_t threads = 0;
    std::shared_ptr<const CellSet> cells; // output cells of these threads
    Message problem;

    [[nodiscard]] bool running() const { return problem.empty() && blocks_done < blocks; }
};

class MeetingSearch {
public:
    /// `max_bytes` limits the memory of a block's recording.
    MeetingSearch(std::shared_ptr<const session::RunResult> run, replay::Watch watch, uint64_t max_bytes);

    /// Compiles for stepping. Records a problem if that fails.
    void compile(bool as_written);
    void search_block(const std::atomic<bool>& cancel);
    [[nodiscard]] bool running() const { return found_.running(); }
    [[nodiscard]] std::shared_ptr<const MeetingThreads> found() const;

private:
    struct OwnedCells {
        uint64_t threads_per_block = 1;
        const metrics::CellArray* owner = nullptr; // owner map of the run; null: no owners
        std::vector<uint64_t> begins, cells;       // cells of block k: from begins[k] to before begins[k + 1]
    };
    [[nodiscard]] static OwnedCells group_by_block(const session::RunResult& run);
    void add_cells(uint64_t block, const std::vector<bool>& threads);

    replay::Watch watch_;
    uint64_t max_bytes_;
    session::SteppedBuild build_;
    OwnedCells owned_;
    MeetingThreads found_;
    CellSet cells_;
};

} // namespace warpscope::insight
