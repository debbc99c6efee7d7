// What the race checker remembers of each place in memory: who wrote it last, who read it, who changed it atomically.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
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
    /// has seen all others, or is a volatile store. Null: not kept. For further ones see ShadowRange::writers().
    PastAccess* atomic = nullptr;
};

/// So many accesses of each granule. Those of the first granules stand together, which is fastest and enough for shared
/// memory; those further on are in pages: of the 8 MB that malloc gives from, a kernel often touches a few places far
/// apart.
template<uint32_t per_granule>
class PastAccesses {
public:
    /// Those of the granule. Null: none was ever wanted. Valid until the next call.
    [[nodiscard]] PastAccess* at(uint64_t granule, bool wanted) {
        if ((granule + 1) * per_granule <= first_.size()) return &first_[granule * per_granule];
        if (granule < granules_together) {
            if (!wanted) return nullptr;
            first_.resize((granule + 1) * per_granule);
            return &first_[granule * per_granule];
        }
        const uint64_t page = (granule - granules_together) / granules;
        if (page >= pages_.size() || !pages_[page]) {
            if (!wanted) return nullptr;
            if (page >= pages_.size()) pages_.resize(page + 1);
            pages_[page] = std::make_unique<Page>();
        }
        return &(*pages_[page])[granule % granules * per_granule];
    }
    void forget(uint64_t first, uint64_t last) {
        for (uint64_t granule = first; granule <= last; ++granule)
            if (PastAccess* const of_granule = at(granule, false)) std::fill_n(of_granule, per_granule, PastAccess());
    }
    void clear() {
        first_.clear();
        pages_.clear();
    }
    /// How many granules there are up to the furthest of those that were wanted.
    [[nodiscard]] uint64_t extent() const {
        return pages_.empty() ? first_.size() / per_granule : granules_together + pages_.size() * granules;
    }

private:
    static constexpr uint64_t granules_together = 1 << 16, granules = 64;
    using Page = std::array<PastAccess, granules * per_granule>;

    std::vector<PastAccess> first_; // as long as was needed so far
    std::vector<std::unique_ptr<Page>> pages_;
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
        return {writes_.at(granule, true), reads_.at(granule, with_reads), atomics_.at(granule, with_atomics)};
    }
    /// The readers of places that have had more than two.
    [[nodiscard]] FurtherThreads& readers() { return readers_; }
    /// Those of a place that has some from now on; null: there is no room (see race_check.hpp).
    [[nodiscard]] FurtherThreads::Groups* further_readers(uint64_t granule) {
        return readers_.make(granule, most_places(reads_.extent()));
    }
    /// The same of those that have changed it atomically.
    [[nodiscard]] FurtherThreads& writers() { return writers_; }
    [[nodiscard]] FurtherThreads::Groups* further_writers(uint64_t granule) {
        return writers_.make(granule, most_places(atomics_.extent()));
    }
    /// Of a place that malloc gave: who has read it by loads with an order of their own.
    [[nodiscard]] FurtherThreads& strong_readers() { return strong_readers_; }
    /// Who has seen the last write to a place: in shared memory by a volatile load that waits, and of what malloc gave,
    /// or a volatile store to other global memory, by any load with an order of its own or that polls.
    [[nodiscard]] FurtherThreads& seen() { return seen_; }
    /// Forgets the granules from `first` to `last`.
    void forget(uint64_t first, uint64_t last) {
        writes_.forget(first, last);
        reads_.forget(first, last);
        atomics_.forget(first, last);
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
    uint64_t begin_;
    uint32_t granule_;
    PastAccesses<1> writes_;
    PastAccesses<reads_kept> reads_;
    PastAccesses<atomics_kept> atomics_;
    FurtherThreads readers_, writers_, strong_readers_, seen_;
};

} // namespace warpscope::metrics
