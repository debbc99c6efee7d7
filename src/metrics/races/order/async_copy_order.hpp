// Copies to shared memory that threads of a block have begun (cp.async) and may still be waiting for.
//
// Copies go in groups: a thread commits what it has begun since the last time, and waits until no more than so many of
// its newest groups are under way. A barrier does not wait for them.
#pragma once

#include <cstdint>
#include <vector>

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

    void begin(uint32_t threads);
    /// `thread` begins to copy to a granule of shared memory. Copy::group is filled in.
    void copy(uint64_t granule, Copy made);
    void commit(uint32_t thread) { ++threads_[thread].committed; }
    /// Until at most `keep` committed groups are under way.
    void await(uint32_t thread, uint32_t keep);
    /// The copy to a granule that its thread has not waited for; null where there is none.
    [[nodiscard]] const Copy* under_way(uint64_t granule) const;

private:
    struct Thread {
        uint32_t committed = 0; // groups
        uint32_t arrived = 0;   // groups before this one have
    };
    std::vector<Thread> threads_;
    std::vector<Copy> copies_; // by granule, as long as was needed so far
};

} // namespace warpscope::metrics
