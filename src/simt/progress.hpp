// Tells a warp that waits for another block's warp from one in an endless loop. A warp that spins for a lock uses up its
// budget of instructions while the block that holds the lock has got no processor time, which is nobody's fault: it may
// go on as long as other workers get on with their blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace warpscope::simt {

/// Of one launch, for all of its workers.
class LaunchProgress {
public:
    /// A worker has a block under way while this lives.
    class BlockUnderWay {
    public:
        explicit BlockUnderWay(LaunchProgress& progress)
            : progress_(progress) {
            ++progress_.at_work_;
        }
        ~BlockUnderWay() { --progress_.at_work_; }
        BlockUnderWay(const BlockUnderWay&) = delete;
        BlockUnderWay& operator=(const BlockUnderWay&) = delete;
        /// It has come to its end, which it does not where a warp was cut off.
        void ended() { ++progress_.ended_; }

    private:
        LaunchProgress& progress_;
    };

    /// Blocks that have come to their end.
    [[nodiscard]] uint64_t ended() const { return ended_; }

    /// For a worker with a block under way that can do nothing but wait: true as soon as more than `seen` blocks have
    /// ended, which `seen` becomes. False when all workers wait, or when `stopped()`.
    template<class Stopped>
    [[nodiscard]] bool wait(uint64_t& seen, Stopped&& stopped) {
        --at_work_;
        bool more = false;
        for (;;) {
            const bool alone = at_work_ == 0; // before `ended`: a block that ends is counted before its worker rests
            const uint64_t now = ended_;
            more = now != seen;
            seen = now;
            if (more || alone || stopped()) break;
            std::this_thread::yield();
        }
        ++at_work_;
        return more;
    }

private:
    std::atomic<uint64_t> ended_{0};
    std::atomic<uint32_t> at_work_{0}; // workers with a block under way that do not wait
};

} // namespace warpscope::simt
