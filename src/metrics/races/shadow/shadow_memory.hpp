#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "metrics/races/shadow/overflow_accessors.hpp"

namespace warpscope::metrics {

struct PlaceHistory {
    PastAccess* write = nullptr; // last plain store
    /// Up to two unordered plain loads, preferably of distant threads. Null if loads are not recorded. Further loads
    /// are in ShadowRange::readers().
    PastAccess* reads = nullptr;
    /// [0], [1]: up to two unordered strong writes, preferably of distant threads. [2]: the last strong write, if it
    /// read the replaced value or is volatile. Further writes are in ShadowRange::writers().
    PastAccess* atomic = nullptr;
};

/// The first granules are contiguous. The others are in pages, because kernels use little of the 8 MB heap.
template<uint32_t per_granule>
class PastAccesses {
public:
    /// Returns the slots of a granule. If there are none, creates them if `wanted`, else returns nullptr.
    [[nodiscard]] PastAccess* at(uint64_t granule, bool wanted) {
        if ((granule + 1) * per_granule <= first_.size()) return &first_[granule * per_granule];
        if (granule < granules_together) {
            if (!wanted) return nullptr;
            first_.resize((granule + 1) * per_granule);
            return &first_[granule * per_granule];
        }
        const uint64_t page = page_of(granule);
        if (page >= pages_.size() || !pages_[page]) {
            if (!wanted) return nullptr;
            if (page >= pages_.size()) pages_.resize(page + 1);
            pages_[page] = std::make_unique<Page>();
        }
        return &(*pages_[page])[granule % granules * per_granule];
    }
    /// Returns the adjacent slots of consecutive granules; nullptr if none exist, nullopt if they are not adjacent.
    [[nodiscard]] std::optional<PastAccess*> run(uint64_t first, uint64_t last, bool wanted) {
        if (last >= granules_together && (first < granules_together || page_of(first) != page_of(last)))
            return std::nullopt;
        const bool has_end = at(last, wanted) != nullptr;
        PastAccess* const begin = at(first, wanted);
        return has_end == (begin != nullptr) ? std::optional(begin) : std::nullopt;
    }
    void forget(uint64_t first, uint64_t last) {
        for (uint64_t granule = first; granule <= last; ++granule)
            if (PastAccess* const of_granule = at(granule, false)) std::fill_n(of_granule, per_granule, PastAccess());
    }
    void clear() {
        first_.clear();
        pages_.clear();
    }
    [[nodiscard]] uint64_t extent() const {
        return pages_.empty() ? first_.size() / per_granule : granules_together + pages_.size() * granules;
    }

private:
    static constexpr uint64_t granules_together = 1 << 16, granules = 64;
    using Page = std::array<PastAccess, granules * per_granule>;

    [[nodiscard]] static uint64_t page_of(uint64_t granule) { return (granule - granules_together) / granules; }

    std::vector<PastAccess> first_;
    std::vector<std::unique_ptr<Page>> pages_;
};

class ShadowRange {
    static constexpr uint32_t reads_kept = 2, atomics_kept = 3; // per granule, see PlaceHistory
    static constexpr uint64_t bytes_of_further = 16;            // further readers or writers, per granule

public:
    static constexpr uint64_t bytes_of_granule =
        (1 + reads_kept + atomics_kept) * sizeof(PastAccess) + 2 * bytes_of_further;

    /// Rounds `granule` down to a power of two.
    ShadowRange(uint64_t begin, uint32_t granule)
        : begin_(begin)
        , shift_(static_cast<uint32_t>(std::bit_width(granule)) - 1) {}

    [[nodiscard]] uint64_t first(uint64_t address) const { return (address - begin_) >> shift_; }
    [[nodiscard]] uint64_t last(uint64_t address, uint32_t bytes) const {
        return (address - begin_ + bytes - 1) >> shift_;
    }
    [[nodiscard]] uint64_t address_of(uint64_t granule) const { return begin_ + (granule << shift_); }
    /// Returns the number of granules of an access; 0 if it begins or ends within one.
    [[nodiscard]] uint32_t whole_granules(uint64_t address, uint32_t bytes) const {
        const uint64_t within = (uint64_t{1} << shift_) - 1;
        return (((address - begin_) | bytes) & within) == 0 ? bytes >> shift_ : 0;
    }
    [[nodiscard]] bool has_atomics(uint64_t first, uint64_t last) {
        if (atomics_.extent() <= first) return false;
        for (uint64_t granule = first; granule <= last; ++granule)
            if (const PastAccess* const atomic = atomics_.at(granule, false); atomic != nullptr && !atomic->none())
                return true;
        return false;
    }
    [[nodiscard]] std::optional<PastAccess*> writes(uint64_t first, uint64_t last, bool wanted) {
        return writes_.run(first, last, wanted);
    }
    [[nodiscard]] std::optional<PastAccess*> reads(uint64_t first, uint64_t last, bool wanted) {
        return reads_.run(first, last, wanted);
    }
    /// The result is valid until the next call.
    [[nodiscard]] PlaceHistory at(uint64_t granule, bool with_reads, bool with_atomics) {
        return {writes_.at(granule, true), reads_.at(granule, with_reads), atomics_.at(granule, with_atomics)};
    }
    [[nodiscard]] FurtherThreads& readers() { return readers_; }
    [[nodiscard]] FurtherThreads::Groups* further_readers(uint64_t granule) {
        return readers_.make(granule, max_places(reads_.extent()));
    }
    [[nodiscard]] FurtherThreads& writers() { return writers_; }
    [[nodiscard]] FurtherThreads::Groups* further_writers(uint64_t granule) {
        return writers_.make(granule, max_places(atomics_.extent()));
    }
    [[nodiscard]] FurtherThreads& strong_readers() { return strong_readers_; }
    /// Returns threads that saw the last write: in shared memory by a polling load, elsewhere by any strong load.
    [[nodiscard]] FurtherThreads& seen() { return seen_; }
    void forget(uint64_t first, uint64_t last) {
        writes_.forget(first, last);
        reads_.forget(first, last);
        atomics_.forget(first, last);
        forget_threads(first, last);
    }
    void forget_threads(uint64_t first, uint64_t last) {
        for (FurtherThreads* const some : {&readers_, &writers_, &strong_readers_, &seen_}) some->forget(first, last);
    }
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
    static size_t max_places(size_t granules) {
        constexpr size_t few = 1 << 12, bytes_of_place = FurtherThreads::max_groups * sizeof(FurtherThreads::Group);
        return std::max<size_t>(few, granules * bytes_of_further / bytes_of_place);
    }
    uint64_t begin_;
    uint32_t shift_; // binary logarithm of a granule's bytes
    PastAccesses<1> writes_;
    PastAccesses<reads_kept> reads_;
    PastAccesses<atomics_kept> atomics_;
    FurtherThreads readers_, writers_, strong_readers_, seen_;
};

} // namespace warpscope::metrics
