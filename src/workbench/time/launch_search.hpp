// Runs a launch many times. Only one search runs at a time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/time/launch_search_view.hpp"

namespace warpscope::replay {
class Watch;
}

namespace warpscope::workbench {

class LaunchSearch {
public:
    /// `max_bytes` limits the recording of a block.
    LaunchSearch(Redraw& redraw, std::function<void()> wake, uint64_t max_bytes = replay::RecordRequest().memory_limit);
    ~LaunchSearch();

    void update(const RunPtr& run);
    void search_order(const RunPtr& run, const simt::Finding& finding);
    void search_without_barrier(const RunPtr& run, uint64_t block, uint32_t line);
    void close_orders();
    /// `as_written`: searches the build without optimization.
    void paint(const RunPtr& run, const replay::Watch& watch, bool as_written);
    void stop_painting();

    [[nodiscard]] const OrdersView& orders() const { return orders_; }
    [[nodiscard]] const std::shared_ptr<const insight::MeetingThreads>& meeting() const { return meeting_; }
    [[nodiscard]] bool busy() const { return orders_.running || (meeting_ && meeting_->running()); }

private:
    using Request = std::function<Result<replay::OrderRequest>(const session::SteppedBuild& build)>;
    struct Progress {
        std::atomic<bool> cancel{false};
        std::atomic<uint32_t> tried{0};
        std::mutex lock;
        std::shared_ptr<const insight::MeetingThreads> meeting;
    };
    void look(const RunPtr& run, std::string about, Request request);

    Redraw& redraw_;
    std::function<void()> wake_;
    uint64_t max_bytes_;
    OrdersView orders_;
    std::shared_ptr<const insight::MeetingThreads> meeting_;
    RunPtr run_;
    std::shared_ptr<Progress> orders_progress_, meeting_progress_;
    Worker worker_; // last: destroyed first
};

} // namespace warpscope::workbench
