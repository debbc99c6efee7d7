#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "simt/executor.hpp"

namespace warpscope::simt {

/// Meeting point of workers between blocks if a snapshot is due, which the leader takes.
class SnapshotBarrier {
public:
    SnapshotBarrier(const Snapshots* snapshots, uint32_t workers)
        : snapshots_(snapshots)
        , workers_(workers) {
        if (snapshots_ != nullptr) due_ = Clock::now() + snapshots_->first;
    }

    void pass(bool leads, const std::atomic<bool>& stop) {
        if (snapshots_ == nullptr || stop.load(std::memory_order_relaxed)) return;
        if (leads && Clock::now() >= due_) lead(stop);
        if (!leads && wanted_.load(std::memory_order_relaxed)) follow();
    }
    void worker_ended() {
        if (snapshots_ == nullptr) return;
        const std::lock_guard lock(mutex_);
        --workers_;
        came_.notify_one();
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int min_work_per_snapshot = 10; // as a multiple of a snapshot's duration
    static constexpr int max_failures = 3;

    void lead(const std::atomic<bool>& stop) {
        std::unique_lock lock(mutex_);
        wanted_ = true;
        const bool all = came_.wait_for(lock, snapshots_->patience, [&] { return waiting_ + 1 == workers_; });
        const auto begin = Clock::now();
        if (all && !stop) snapshots_->take(); // after a stop, blocks may be incomplete
        wanted_ = false;
        done_.notify_all();
        const auto end = Clock::now();
        due_ = end + std::max<Clock::duration>(snapshots_->every, min_work_per_snapshot * (end - begin));
        if (!all) due_ = ++failures_ == max_failures ? Clock::time_point::max() : end + snapshots_->patience;
    }
    void follow() {
        std::unique_lock lock(mutex_);
        if (!wanted_) return;
        ++waiting_;
        came_.notify_one();
        done_.wait(lock, [&] { return !wanted_; });
        --waiting_;
    }

    const Snapshots* snapshots_;
    Clock::time_point due_; // leader only
    int failures_ = 0;
    std::mutex mutex_;
    std::condition_variable came_, done_;
    std::atomic<bool> wanted_{false}; // written under the lock
    uint32_t workers_, waiting_ = 0;  // workers that still run blocks; workers that wait in follow()
};

} // namespace warpscope::simt
