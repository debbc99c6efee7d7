// Tells a warp that waits for another block's warp from one in an endless loop. A warp that spins for a lock uses up
// its budget of instructions while the block that holds the lock has got no processor time, which is nobody's fault: it
// waits until the other workers have done what they can, and may go on if blocks have ended by then.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

namespace warpscope::simt {

/// Of one launch, for all of its workers.
class LaunchProgress {
public:
    explicit LaunchProgress(uint32_t workers)
        : at_work_(workers) {}
    /// A worker has no blocks left.
    void worker_ended() { --at_work_; }
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

private:
    std::atomic<uint64_t> blocks_ended_{0};
    std::atomic<uint32_t> at_work_; // workers that have blocks left and do not wait
};

} // namespace warpscope::simt
