// What the race checker remembers of each place in memory: who wrote it last, who read it, who changed it atomically.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "metrics/races/shadow/overflow_accessors.hpp"

namespace warpscope::metrics {

/// The accesses to one granule that a later one may race with.
struct PlaceHistory {
    PastAccess* write = nullptr; // the last plain store
    /// Two plain loads by different threads, as far apart as there were, each as long as no later one came that it is
    /// ordered before; null: not kept. For the others see ShadowRange::readers().
    PastAccess* reads = nullptr;
    /// Two strong writes of which the same is true, and a third: the last one, if it has read what it replaced, and so
    /// has seen all others. Null: not kept. For further ones see ShadowRange::writers().
    PastAccess* atomic = nullptr;
};

/// The histories of the memory from an address on, by granule. What was never needed takes no space.
class ShadowRange {
    static constexpr uint32_t reads_kept = 2, atomics_kept = 3; // by granule, see PlaceHistory
    static constexpr uint64_t bytes_of_further = 16; // readers or writers, by granule; a few more places have some

public:
    /// What a granule takes at most, but for the further readers and writers of a few.
    static constexpr uint64_t bytes_of_granule =
        (1 + reads_kept + atomics_kept) * sizeof(PastAccess) + 2 * bytes_of_further;

    ShadowRange(uint64_t begin, uint32_t granule)
        : begin_(begin)
        , granule_(granule) {}

    [[nodiscard]] uint64_t first(uint64_t address) const { return (address - begin_) / granule_; }
    [[nodiscard]] uint64_t last(uint64_t address, uint32_t bytes) const {
        return (address - begin_ + bytes - 1) / granule_;
    }
    [[nodiscard]] uint64_t address_of(uint64_t granule) const { return begin_ + granule * granule_; }
    /// `with_reads`, `with_atomics`: from now on these are kept too. Valid until the next call.
    [[nodiscard]] PlaceHistory at(uint64_t granule, bool with_reads, bool with_atomics) {
        return {of(writes_, granule, 1, true), of(reads_, granule, reads_kept, with_reads),
                of(atomics_, granule, atomics_kept, with_atomics)};
    }
    /// The readers of places that have had more than two.
    [[nodiscard]] FurtherThreads& readers() { return readers_; }
    /// Those of a place that has some from now on; null: there is no room (see race_check.hpp).
    [[nodiscard]] FurtherThreads::Groups* further_readers(uint64_t granule) {
        return readers_.make(granule, most_places(reads_.size() / reads_kept));
    }
    /// The same of those that have changed it atomically.
    [[nodiscard]] FurtherThreads& writers() { return writers_; }
    [[nodiscard]] FurtherThreads::Groups* further_writers(uint64_t granule) {
        return writers_.make(granule, most_places(atomics_.size() / atomics_kept));
    }
    /// Of a place that malloc gave: who has read it by loads with an order of their own.
    [[nodiscard]] FurtherThreads& strong_readers() { return strong_readers_; }
    /// Who has seen the last write to a place: in shared memory by a volatile load that waits, and of what malloc gave
    /// by any load with an order of its own.
    [[nodiscard]] FurtherThreads& seen() { return seen_; }
    /// Forgets the granules from `first` to `last`.
    void forget(uint64_t first, uint64_t last) {
        for (auto [part, per_granule] :
             {std::pair(&writes_, 1u), std::pair(&reads_, reads_kept), std::pair(&atomics_, atomics_kept)}) {
            const uint64_t end = std::min<uint64_t>((last + 1) * per_granule, part->size());
            for (uint64_t k = first * per_granule; k < end; ++k) (*part)[k] = {};
        }
        forget_threads(first, last);
    }
    /// The same of those for whom there may be no room one day.
    void forget_threads(uint64_t first, uint64_t last) {
        for (FurtherThreads* const some : {&readers_, &writers_, &strong_readers_, &seen_}) some->forget(first, last);
    }
    /// Forgets everything.
    void clear() {
        writes_.clear();
        reads_.clear();
        atomics_.clear();
        readers_.clear();
        writers_.clear();
        strong_readers_.clear();
        seen_.clear();
    }

private:
    static size_t most_places(size_t granules) {
        constexpr size_t few = 1 << 12, bytes_of_place = FurtherThreads::most_groups * sizeof(FurtherThreads::Group);
        return std::max(few, granules * bytes_of_further / bytes_of_place);
    }
    static PastAccess* of(std::vector<PastAccess>& part, uint64_t granule, uint32_t per_granule, bool wanted) {
        const uint64_t end = (granule + 1) * per_granule;
        if (part.size() < end) {
            if (!wanted) return nullptr;
            part.resize(end);
        }
        return &part[end - per_granule];
    }

    uint64_t begin_;
    uint32_t granule_;
    std::vector<PastAccess> writes_, reads_, atomics_; // as long as was needed so far
    FurtherThreads readers_, writers_, strong_readers_, seen_;
};

} // namespace warpscope::metrics
