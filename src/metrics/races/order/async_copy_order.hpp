// Copies to shared memory that threads of a block have begun (cp.async) and may still be waiting for.
//
// Copies go in groups: a thread commits what it has begun since the last time, and waits until no more than so many of
// its newest groups are under way. Or it has an mbarrier told of their end: then they are there for who has found that
// phase to be over, and for who comes after such a thread. A barrier does not wait for them.
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
        PastAccess as_past; // none: nothing was copied there
    };

    /// A phase of an mbarrier.
    struct Phase {
        uint64_t mbarrier = 0; // address
        uint32_t number = 0;   // of its phases
    };

    void begin(uint32_t threads);
    /// `thread` begins to copy to a granule of shared memory. Copy::group is filled in.
    void copy(uint64_t granule, Copy made);
    void commit(uint32_t thread) { ++threads_[thread].committed; }
    /// Until at most `keep` committed groups are under way.
    void await(uint32_t thread, uint32_t keep);
    /// The mbarrier's phase under way ends no sooner than what `thread` has begun to copy.
    void tell(uint32_t thread, uint64_t mbarrier);
    void end_phase(uint64_t mbarrier);
    /// A thread finds the last phase to be over. `first`, `lane`: see FurtherThreads::add().
    void see_end(uint64_t mbarrier, uint32_t thread, PastAccess first, uint32_t lane);

    /// The copy to a granule that its thread has not waited for; null where there is none.
    [[nodiscard]] const Copy* under_way(uint64_t granule) const;
    /// The phase whose end says that a copy is there; nullopt where no mbarrier is told.
    [[nodiscard]] std::optional<Phase> told_by(const Copy& copy) const;
    /// Calls `visit` with looks that have found the phase, or a later one of its mbarrier, to be over, until that
    /// returns true. Returns whether it did, or one was by `thread` itself, or nothing is known of the phase any more.
    template<class Visit>
    [[nodiscard]] bool any_look(Phase phase, uint32_t thread, Visit visit) const {
        const Phase& seen = threads_[thread].seen;
        if (seen.mbarrier == phase.mbarrier && seen.number > phase.number) return true;
        const auto found = mbarriers_.find(phase.mbarrier);
        if (found == mbarriers_.end()) return false;
        const Mbarrier& mbarrier = found->second;
        if (mbarrier.over > phase.number + phases_kept) return true;
        for (uint32_t number = phase.number; number < mbarrier.over; ++number)
            for (const FurtherThreads::Group& group : mbarrier.looks[number % phases_kept])
                for (uint32_t lane = 0; lane < warp_size; ++lane)
                    if ((group.lanes >> lane & 1) != 0 && visit(group.by(lane))) return true;
        return false;
    }

private:
    static constexpr uint32_t phases_kept = 4; // of an mbarrier
    struct Told {
        uint32_t groups = 0; // those before this one
        Phase phase;
    };
    struct Thread {
        uint32_t committed = 0; // groups
        uint32_t arrived = 0;   // groups before this one have
        std::vector<Told> told; // ascending
        Phase seen;             // the first one that was not over when it looked last; `number` is 0 before
    };
    struct Mbarrier {
        uint32_t over = 0;                                     // phases
        std::array<FurtherThreads::Groups, phases_kept> looks; // that found one to be over
    };
    std::vector<Thread> threads_;
    std::map<uint64_t, Mbarrier> mbarriers_; // that are told of copies, by address
    std::vector<Copy> copies_;               // by granule, as long as was needed so far
};

} // namespace warpscope::metrics
