// Runs one worker at a time while workers contend for cache lines of global atomics.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <numeric>

namespace warpscope::simt {

class ExclusiveTurns {
public:
    using Clock = std::chrono::steady_clock;
    struct Turn {
        bool is_alone = false; // no other worker runs
        std::unique_lock<std::mutex> ownership;
    };

    ExclusiveTurns(uint32_t workers, bool is_allowed)
        : is_allowed_(is_allowed)
        , free_(workers) {}

    void begin_phase(Clock::duration length) {
        if (!is_allowed_) return;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return; // during a phase
        phase_end_ = Clock::now() + length;
        is_phase_.store(true, std::memory_order_relaxed);
    }
    /// Waits for ownership during a phase.
    void begin(Turn& turn) {
        if (!turn.ownership) {
            if (!is_phase_.load(std::memory_order_relaxed)) return;
            --free_;
            turn.ownership = std::unique_lock(mutex_);
        }
        if (Clock::now() < phase_end_) {
            turn.is_alone = free_ == 0;
        } else {
            is_phase_.store(false, std::memory_order_relaxed);
            release(turn);
        }
    }
    /// Required before the worker waits for others.
    void release(Turn& turn) {
        if (!turn.ownership) return;
        turn.is_alone = false;
        ++free_;
        turn.ownership.unlock();
    }
    void end_worker(Turn& turn) {
        release(turn);
        --free_;
    }

private:
    const bool is_allowed_;
    std::atomic<bool> is_phase_{false};
    std::atomic<uint32_t> free_; // workers that run without ownership
    std::mutex mutex_;
    Clock::time_point phase_end_; // guarded by mutex_
};

/// Samples the time of a worker's global atomics.
class ContentionMeter {
public:
    using Clock = ExclusiveTurns::Clock;

    [[nodiscard]] bool should_sample() { return --until_sample_ == 0; }
    /// Returns whether one worker alone would be clearly faster than `workers`.
    [[nodiscard]] bool add(Clock::time_point begin, Clock::time_point end, uint32_t workers) {
        until_sample_ = period;
        if (count_ == times_.size()) {
            // Omits the longest requests: the host may have suspended the worker.
            constexpr int64_t counted = 14;
            std::ranges::sort(times_);
            const auto mean = std::accumulate(times_.begin(), times_.begin() + counted, Clock::duration{}) / counted;
            const auto requests = static_cast<int64_t>(period * times_.size());
            const Clock::duration elapsed = end - window_begin_, alone = elapsed - requests * (mean - uncontended);
            count_ = 0;
            return alone < elapsed / workers * 4 / 5;
        }
        if (count_ == 0) window_begin_ = begin;
        times_[count_++] = end - begin;
        return false;
    }

private:
    static constexpr uint32_t period = 64;                                       // requests per sample
    static constexpr Clock::duration uncontended = std::chrono::nanoseconds(50); // with both clocks
    std::array<Clock::duration, 16> times_{};
    uint32_t count_ = 0, until_sample_ = period;
    Clock::time_point window_begin_;
};

} // namespace warpscope::simt
