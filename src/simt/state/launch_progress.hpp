// Tells waiting for another block from an endless loop. A warp that spins for a lock uses up its budget of instructions
// while the block that holds the lock has got no processor time, which is no fault of the kernel's: it waits until the
// other workers have done what they can, and may go on if blocks have ended by then. Where it is certain that warps do
// nothing but wait, no budget is needed: when all workers have looked at all of their blocks since anything was done,
// they wait in vain.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace warpscope::simt {

/// By how much clocks go on where threads wait, some of them for time to pass, and nothing else is left to do: twice as
/// far each time, until no limit in time that a program might have can end a wait.
class TimeSkips {
public:
    /// 0: it is certain.
    [[nodiscard]] uint64_t next() { return next_ > longest ? 0 : std::exchange(next_, 2 * next_); }
    /// Something has been done since.
    void restart() { next_ = shortest; }

private:
    static constexpr uint64_t shortest = uint64_t{1} << 16, longest = uint64_t{1} << 40;
    uint64_t next_ = shortest;
};

/// Of one launch, for all of its workers.
class LaunchProgress {
public:
    /// `reads_clocks`: the program does, so that threads may wait for time to pass.
    LaunchProgress(uint32_t workers, bool reads_clocks)
        : reads_clocks_(reads_clocks)
        , workers_(workers) {}
    /// A worker has no blocks left.
    void worker_ended(uint32_t worker) {
        const std::lock_guard lock(mutex_);
        workers_[worker].state = State::ended;
    }
    /// A block has come to its end (also by a deadlock), with no warp cut off.
    void block_ended() { ++blocks_ended_; }
    /// Blocks that have come to their end.
    [[nodiscard]] uint64_t blocks_ended() const { return blocks_ended_; }

    /// For a worker with a warp that has used up its budget: until no other worker does anything that could help it, or
    /// `stopped()`. True when more than `seen` blocks have ended by then, which `seen` becomes.
    template<class Stopped>
    [[nodiscard]] bool wait(uint32_t worker, uint64_t& seen, Stopped&& stopped) {
        moved(); // what the warp has done so far may be what others wait for: they are to look once more
        set(worker, State::out_of_budget);
        // Asleep, so that the others get the processor.
        while (!others_wait(worker) && !stopped()) std::this_thread::sleep_for(std::chrono::microseconds(100));
        const uint64_t now = blocks_ended_;
        set(worker, State::at_work);
        return std::exchange(seen, now) != now;
    }

    /// A block has done something else than to wait.
    void moved() {
        ++done_;
        ++moves_;
    }
    /// A block can begin in place of one that has been given up.
    void has_room() { ++moves_; }
    [[nodiscard]] uint64_t moves() const { return moves_; }
    /// Time that has been skipped for all threads.
    [[nodiscard]] uint64_t skipped_time() const { return skipped_time_; }
    /// For a worker all of whose blocks have been found waiting since `moves` was moves(), the first of them in the
    /// grid being `first_block`: whether all others have, too, and this block is the one to give up. One at a time: it
    /// may be what the others wait for. And always the same one, however the blocks are spread. Before that, time
    /// passes where threads can wait for it.
    [[nodiscard]] bool deadlocked(uint32_t worker, uint64_t moves, uint64_t first_block) {
        const std::lock_guard lock(mutex_);
        workers_[worker] = {State::looked, moves, first_block};
        for (const Worker& other : workers_) {
            if (other.state == State::ended) continue;
            if (other.state != State::looked || other.moves != moves_ || other.first_block < first_block) return false;
        }
        const uint64_t done = done_;
        if (std::exchange(done_before_, done) != done) skips_.restart();
        const uint64_t skipped = reads_clocks_ ? skips_.next() : 0;
        if (skipped == 0) return true;
        skipped_time_ += skipped;
        ++moves_; // all look once more
        return false;
    }

private:
    enum class State : uint8_t {
        at_work,
        looked,        // at all of its blocks, which waited
        out_of_budget, // in wait()
        ended,
    };
    struct Worker {
        State state = State::at_work;
        uint64_t moves = 0;       // looked: moves_ when it began to look
        uint64_t first_block = 0; // looked: of those that wait
    };

    void set(uint32_t worker, State state) {
        const std::lock_guard lock(mutex_);
        workers_[worker].state = state;
    }
    [[nodiscard]] bool others_wait(uint32_t worker) {
        const std::lock_guard lock(mutex_);
        for (uint32_t other = 0; other < workers_.size(); ++other) {
            const Worker& it = workers_[other];
            if (other != worker && (it.state == State::at_work || (it.state == State::looked && it.moves != moves_)))
                return false;
        }
        return true;
    }

    const bool reads_clocks_;
    std::atomic<uint64_t> blocks_ended_{0}, moves_{0}, done_{0}, skipped_time_{0};
    std::mutex mutex_;
    std::vector<Worker> workers_;
    TimeSkips skips_;
    uint64_t done_before_ = 0; // done_ when all were found waiting last
};

} // namespace warpscope::simt
