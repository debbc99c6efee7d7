// What the race checker remembers of each place in memory: who wrote it last, who read it, who changed it atomically.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "metrics/results.hpp"

namespace warpscope::metrics {

/// `volatile_in_shared`: as plain, but no race with a loop that waits for it.
enum class Taking : uint8_t { plain, strong, strong_in_block, volatile_in_shared };
[[nodiscard]] constexpr bool is_strong(Taking taking) {
    return taking == Taking::strong || taking == Taking::strong_in_block;
}

/// One remembered access, in 8 bytes. All zeros: none.
struct PastAccess {
    uint64_t bits = 0;

    PastAccess() = default;
    PastAccess(ThreadId thread, uint32_t clock, Taking taking, uint16_t site)
        : bits(uint64_t{thread} << 32 | uint64_t{clock} << 14 | uint64_t{static_cast<uint8_t>(taking)} << 12 | site) {}

    [[nodiscard]] bool none() const { return bits == 0; }
    [[nodiscard]] ThreadId thread() const { return static_cast<ThreadId>(bits >> 32); }
    [[nodiscard]] uint32_t clock() const { return static_cast<uint32_t>(bits >> 14) & 0x3ffff; }
    [[nodiscard]] Taking taking() const { return static_cast<Taking>(bits >> 12 & 3); }
    [[nodiscard]] uint16_t site() const { return static_cast<uint16_t>(bits & 0xfff); }
};

/// The accesses to one granule that a later one may race with.
struct PlaceHistory {
    PastAccess* write = nullptr; // the last plain store
    /// Two plain loads by different threads, as far apart as there were, each as long as no later one came that it is
    /// ordered before; null: not kept.
    PastAccess* reads = nullptr;
    /// Two strong writes of which the same is true, and a third: the last one, if it has read what it replaced, and so
    /// has seen all others. Null: not kept.
    PastAccess* atomic = nullptr;
};

/// The histories of the memory from an address on, by granule. What was never needed takes no space.
class ShadowRange {
public:
    ShadowRange(uint64_t begin, uint32_t granule)
        : begin_(begin)
        , granule_(granule) {}

    [[nodiscard]] uint64_t first(uint64_t address) const { return (address - begin_) / granule_; }
    [[nodiscard]] uint64_t last(uint64_t address, uint32_t bytes) const {
        return (address - begin_ + bytes - 1) / granule_;
    }
    /// `with_reads`, `with_atomics`: from now on these are kept too. Valid until the next call.
    [[nodiscard]] PlaceHistory at(uint64_t granule, bool with_reads, bool with_atomics) {
        return {of(writes_, granule, kept_writes, true), of(reads_, granule, kept_reads, with_reads),
                of(atomics_, granule, kept_atomics, with_atomics)};
    }
    /// Forgets the granules from `first` to `last`.
    void forget(uint64_t first, uint64_t last) {
        for (auto [part, per_granule] :
             {std::pair(&writes_, kept_writes), std::pair(&reads_, kept_reads), std::pair(&atomics_, kept_atomics)}) {
            const uint64_t end = std::min<uint64_t>((last + 1) * per_granule, part->size());
            for (uint64_t k = first * per_granule; k < end; ++k) (*part)[k] = {};
        }
    }
    /// Forgets everything.
    void clear() {
        writes_.clear();
        reads_.clear();
        atomics_.clear();
    }

private:
    static constexpr uint32_t kept_writes = 1, kept_reads = 2, kept_atomics = 3; // per granule

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
};

} // namespace warpscope::metrics
