// Pending asynchronous copies (cp.async) of a block's threads.
//
// A thread commits its copies in groups. It may wait until at most n groups are pending. Or an mbarrier signals the end
// of the copies to threads that see the mbarrier's phase end, and to threads ordered after those. Block barriers do not
// wait for copies.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "metrics/races/shadow/overflow_accessors.hpp"
#include "metrics/races/shadow/shadow_memory.hpp"

namespace warpscope::metrics {

class AsyncCopyOrder {
public:
    struct Copy {
        uint32_t pc = 0;
        uint32_t thread = 0; // in the block
        uint32_t group = 0;
        PastAccess as_past; // write of the copy; none() if nothing was copied to this place
    };

    struct Phase {
        uint64_t mbarrier = 0; // address
        uint32_t number = 0;
    };

    void begin(uint32_t threads);
    void copy(uint64_t granule, Copy made);
    void commit(uint32_t thread) { ++threads_[thread].committed; }
    /// `keep`: number of groups that may stay pending.
    void await(uint32_t thread, uint32_t keep);
    /// Makes the current phase of the mbarrier wait for the thread's copies.
    void signal(uint32_t thread, uint64_t mbarrier);
    void end_phase(uint64_t mbarrier);
    void see_end(uint64_t mbarrier, uint32_t thread, PastAccess first, uint32_t lane);

    [[nodiscard]] const Copy* under_way(uint64_t granule) const;
    /// Returns the phase that waits for the copy, or nullopt.
    [[nodiscard]] std::optional<Phase> signaled_phase(const Copy& copy) const;
    /// Returns whether a thread saw the end of this or a later phase, and `visit` accepts the read that saw it. Also
    /// returns true if `thread` itself saw such an end, or if the phase is too old.
    template<class Visit>
    [[nodiscard]] bool has_observer(Phase phase, uint32_t thread, Visit visit) const {
        const Phase& seen = threads_[thread].seen;
        if (seen.mbarrier == phase.mbarrier && seen.number > phase.number) return true;
        const auto found = mbarriers_.find(phase.mbarrier);
        if (found == mbarriers_.end()) return false;
        const Mbarrier& mbarrier = found->second;
        if (mbarrier.over > phase.number + phases_kept) return true;
        for (uint32_t number = phase.number; number < mbarrier.over; ++number)
            for (const FurtherThreads::Group& group : mbarrier.observers[number % phases_kept])
                for (uint32_t lane = 0; lane < warp_size; ++lane)
                    if ((group.lanes >> lane & 1) != 0 && visit(group.by(lane))) return true;
        return false;
    }

private:
    static constexpr uint32_t phases_kept = 4; // per mbarrier
    struct Signal {
        uint32_t groups = 0;
        Phase phase;
    };
    struct Thread {
        uint32_t committed = 0;
        uint32_t arrived = 0;        // completed groups
        std::vector<Signal> signals; // ascending
        Phase seen;                  // `number`: count of phases whose end the thread saw
    };
    struct Mbarrier {
        uint32_t over = 0; // completed phases
        std::array<FurtherThreads::Groups, phases_kept> observers;
    };
    std::vector<Thread> threads_;
    std::map<uint64_t, Mbarrier> mbarriers_; // key: address
    std::vector<Copy> copies_;
};

} // namespace warpscope::metrics
