// Distinguishes waiting for another block from an endless loop (README.md).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace warpscope::simt {

/// Lengths of clock skips, made when all threads wait. Each skip is twice the last, up to the longest plausible
/// timeout.
class TimeSkips {
public:
    /// Returns 0 if time cannot end the wait.
    [[nodiscard]] uint64_t next() { return next_ > longest ? 0 : std::exchange(next_, 2 * next_); }
    void restart() { next_ = shortest; }

private:
    static constexpr uint64_t shortest = uint64_t{1} << 16, longest = uint64_t{1} << 40;
    uint64_t next_ = shortest;
};

class LaunchProgress {
public:
    LaunchProgress(uint32_t workers, bool reads_clocks)
        : reads_clocks_(reads_clocks)
        , workers_(workers) {}
    void worker_ended(uint32_t worker) {
        const std::lock_guard lock(mutex_);
        workers_[worker].state = State::ended;
    }
    /// Counts a block that ended or deadlocked, but not one that used up its budget.
    void block_ended() { ++blocks_ended_; }
    [[nodiscard]] uint64_t blocks_ended() const { return blocks_ended_; }

    /// Waits until no other worker can help, or `stopped()`. Returns whether more than `seen` blocks ended. Updates
    /// `seen`.
    template<class Stopped>
    [[nodiscard]] bool wait(uint32_t worker, uint64_t& seen, Stopped&& stopped) {
        moved();
        set(worker, State::out_of_budget);
        while (!others_wait(worker) && !stopped()) std::this_thread::sleep_for(std::chrono::microseconds(100));
        const uint64_t now = blocks_ended_;
        set(worker, State::at_work);
        return std::exchange(seen, now) != now;
    }

    void moved() {
        ++done_;
        ++moves_;
    }
    /// Makes other workers poll again, because another block can begin.
    void has_room() { ++moves_; }
    [[nodiscard]] uint64_t moves() const { return moves_; }
    [[nodiscard]] uint64_t skipped_time() const { return skipped_time_; }
    /// Returns whether the worker must give up its first waiting block, `first_block`. To be reproducible, this is true
    /// only for the lowest such block of all workers. If the program reads clocks, first skips time instead.
    [[nodiscard]] bool deadlocked(uint32_t worker, uint64_t moves, uint64_t first_block) {
        const std::lock_guard lock(mutex_);
        workers_[worker] = {State::polled, moves, first_block};
        for (const Worker& other : workers_) {
            if (other.state == State::ended) continue;
            if (other.state != State::polled || other.moves != moves_ || other.first_block < first_block) return false;
        }
        const uint64_t done = done_;
        if (std::exchange(done_before_, done) != done) skips_.restart();
        const uint64_t skipped = reads_clocks_ ? skips_.next() : 0;
        if (skipped == 0) return true;
        skipped_time_ += skipped;
        ++moves_;
        return false;
    }

private:
    enum class State : uint8_t {
        at_work,
        polled,        // all the worker's blocks only polled
        out_of_budget, // in wait()
        ended,
    };
    struct Worker {
        State state = State::at_work;
        uint64_t moves = 0;
        uint64_t first_block = 0;
    };

    void set(uint32_t worker, State state) {
        const std::lock_guard lock(mutex_);
        workers_[worker].state = state;
    }
    [[nodiscard]] bool others_wait(uint32_t worker) {
        const std::lock_guard lock(mutex_);
        for (uint32_t other = 0; other < workers_.size(); ++other) {
            const Worker& it = workers_[other];
            if (other != worker && (it.state == State::at_work || (it.state == State::polled && it.moves != moves_)))
                return false;
        }
        return true;
    }

    const bool reads_clocks_;
    std::atomic<uint64_t> blocks_ended_{0}, moves_{0}, done_{0}, skipped_time_{0};
    std::mutex mutex_;
    std::vector<Worker> workers_;
    TimeSkips skips_;
    uint64_t done_before_ = 0; // value of done_ when all workers last waited
};

} // namespace warpscope::simt
