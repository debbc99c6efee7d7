// Looks at memory in the middle of a launch: between blocks, so that every block has either run or not begun. Private
// to src/simt.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "simt/executor.hpp"

namespace warpscope::simt {

/// Where the workers of a launch meet. The one that leads looks at the clock; when a look is due it waits until the
/// others have come to the end of their blocks, and these wait until it has looked.
class SnapshotBarrier {
public:
    /// `looks` may be null: then nothing is ever looked at.
    SnapshotBarrier(const Snapshots* looks, uint32_t workers)
        : looks_(looks)
        , workers_(workers) {
        if (looks_ != nullptr) due_ = Clock::now() + looks_->first;
    }

    /// A worker is between two of its blocks.
    /// `stop`: the launch has been cancelled, after which blocks end in their middle.
    void pass(bool leads, const std::atomic<bool>& stop) {
        if (looks_ == nullptr || stop.load(std::memory_order_relaxed)) return;
        if (leads && Clock::now() >= due_) lead(stop);
        if (!leads && wanted_.load(std::memory_order_relaxed)) follow();
    }
    /// A worker has no blocks left.
    void worker_ended() {
        if (looks_ == nullptr) return;
        const std::lock_guard lock(mutex_);
        --workers_;
        came_.notify_one();
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int least_work_per_look = 10; // times as long
    static constexpr int most_in_vain = 3;

    void lead(const std::atomic<bool>& stop) {
        std::unique_lock lock(mutex_);
        wanted_ = true;
        const bool all = came_.wait_for(lock, looks_->patience, [&] { return waiting_ + 1 == workers_; });
        const auto begin = Clock::now();
        if (all && !stop) looks_->look(); // a worker that has stopped may have left its block in the middle
        wanted_ = false;
        go_on_.notify_all();
        const auto end = Clock::now();
        due_ = end + std::max<Clock::duration>(looks_->every, least_work_per_look * (end - begin));
        if (!all) due_ = ++in_vain_ == most_in_vain ? Clock::time_point::max() : end + looks_->patience;
    }
    void follow() {
        std::unique_lock lock(mutex_);
        if (!wanted_) return;
        ++waiting_;
        came_.notify_one();
        go_on_.wait(lock, [&] { return !wanted_; });
        --waiting_;
    }

    const Snapshots* looks_;
    Clock::time_point due_; // this and the next are the leader's
    int in_vain_ = 0;
    std::mutex mutex_;
    std::condition_variable came_, go_on_;
    std::atomic<bool> wanted_{false}; // changed under the lock
    uint32_t workers_, waiting_ = 0;  // that have blocks left; of them, that wait
};

} // namespace warpscope::simt
