// Tells waiting for another block from an endless loop. A warp that spins for a lock uses up its budget of instructions
// while the block that holds the lock has got no processor time, which is nobody's fault: it waits until the other
// workers have done what they can, and may go on if blocks have ended by then. Where it is certain that warps do
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

/// Of one launch, for all of its workers.
class LaunchProgress {
public:
    explicit LaunchProgress(uint32_t workers)
        : at_work_(workers)
        , looked_(workers, not_idle) {}
    /// A worker has no blocks left.
    void worker_ended(uint32_t worker) {
        --at_work_;
        const std::lock_guard lock(mutex_);
        looked_[worker] = has_ended;
    }
    /// A block has come to its end, which it does not where a warp was cut off.
    void block_ended() { ++blocks_ended_; }
    /// Blocks that have come to their end.
    [[nodiscard]] uint64_t blocks_ended() const { return blocks_ended_; }

    /// For a worker whose block can do nothing but wait: until all other workers wait too or have no
    /// blocks left, or `stopped()`. True when more than `seen` blocks have ended by then, which `seen` becomes.
    template<class Stopped>
    [[nodiscard]] bool wait(uint64_t& seen, Stopped&& stopped) {
        --at_work_;
        // Asleep, so that the others get the processor.
        while (at_work_ != 0 && !stopped()) std::this_thread::sleep_for(std::chrono::microseconds(100));
        const uint64_t now = blocks_ended_;
        ++at_work_;
        return std::exchange(seen, now) != now;
    }

    /// A block has done something else than to wait.
    void moved() { ++moves_; }
    [[nodiscard]] uint64_t moves() const { return moves_; }
    /// For a worker all of whose blocks have been found waiting since `moves` was moves(): whether all others have,
    /// too.
    [[nodiscard]] bool in_vain(uint32_t worker, uint64_t moves) {
        const std::lock_guard lock(mutex_);
        looked_[worker] = moves;
        for (const uint64_t looked : looked_)
            if (looked != has_ended && looked != moves_) return false;
        return true;
    }

private:
    static constexpr uint64_t not_idle = ~uint64_t{0}, has_ended = not_idle - 1;

    std::atomic<uint64_t> blocks_ended_{0}, moves_{0};
    std::atomic<uint32_t> at_work_; // workers that have blocks left and do not wait
    std::mutex mutex_;
    std::vector<uint64_t> looked_; // by worker: moves_ when it began to look at blocks all of which waited
};

} // namespace warpscope::simt
