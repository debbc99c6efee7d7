// Searches through a whole launch, and what is shown of what they find: another order of its threads that leaves
// another result, and the threads that ever meet a condition.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lesson/question.hpp"
#include "replay/orders.hpp"
#include "session/stepped.hpp"

namespace warpscope::ui {

/// A step of one of two orders, near the place where they part.
struct OrderStep {
    uint32_t step = 0, warp = 0, line = 0;
    bool reads = false, wrote = false; // the read that differs; what it reads
    bool after_gap = false;            // steps before it are left out
};

/// What the search for another order has found.
struct FoundOrders {
    std::shared_ptr<const session::RunResult> run;
    session::SteppedBuild build;
    replay::OrderSearch search;
    std::string verdict;
    std::vector<std::string> words;
    std::vector<OrderStep> first, second;
    /// Of one buffer that come out differently, the output if any are its; null: none.
    std::shared_ptr<const lesson::CellSet> cells;
};

struct OrdersView {
    std::string about; // "race shared, line 10"
    bool running = false;
    uint32_t tried = 0, tries = 0;
    std::optional<Diagnostic> problem;
    std::shared_ptr<const FoundOrders> found;

    [[nodiscard]] bool open() const { return running || problem || found; }
};

/// Threads of the shown launch that meet an expression at any step of theirs, by the cells that they own.
struct MeetingThreads {
    std::shared_ptr<const session::RunResult> run;
    std::string text;                             // of the expression
    uint64_t blocks_done = 0, blocks = 0;         // looked through, of all
    uint64_t blocks_in_part = 0;                  // of those done: too long to be looked through to their end
    uint64_t threads = 0;                         // that meet it, of those
    std::shared_ptr<const lesson::CellSet> cells; // of the output
    std::string problem;

    [[nodiscard]] bool running() const { return problem.empty() && blocks_done < blocks; }
};

/// Returns whether the window can step to a finding: it does through blocks of the last launch.
[[nodiscard]] inline bool can_be_stepped_to(const session::RunResult& run, const simt::Finding& finding) {
    return uint64_t{finding.launch} + 1 == run.measured->launches().size();
}
/// Returns whether an order of threads can be looked for in which what the finding is about changes the result.
[[nodiscard]] inline bool has_orders(const session::RunResult& run, const simt::Finding& finding) {
    return replay::depends_on_order(finding) && can_be_stepped_to(run, finding);
}

/// Looks for an order in which the race of a finding changes the result.
struct LookForOrder {
    simt::Finding finding;
};
/// Runs the moment's block, or the one in the middle, without the barriers of a line.
struct LookWithoutBarrier {
    uint32_t line = 0;
};
/// Gives the search up, or closes what it has found.
struct CloseOrders {};
/// To a step of one of the two orders.
struct StepThroughOrder {
    bool second = false;
    uint32_t step = 0;
};
/// The block in the usual order again.
struct LeaveOrder {};
/// Paints the threads that meet an expression, one of TimeBar::watches; none: no longer.
struct PaintWatch {
    std::optional<size_t> index;
};

} // namespace warpscope::ui
