// Reuses reservations: WebAssembly memory never shrinks. They begin small: pages have 2 GiB.
#include "simt/memory/reservation.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

namespace warpscope::simt {
namespace {

constexpr uint64_t first_bytes = uint64_t{16} << 20, spare_bytes = uint64_t{16} << 20, largest = uint64_t{1} << 30;
constexpr uint64_t kept_bytes = uint64_t{128} << 20;

struct Range {
    std::byte* start = nullptr;
    uint64_t bytes = 0;
};

/// Unused reservations, zeroed
class Pool {
public:
    Range take(uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto fits = std::ranges::find_if(ranges_, [&](const Range& range) { return range.bytes >= bytes; });
        if (fits != ranges_.end()) {
            const Range range = *fits;
            ranges_.erase(fits);
            total_ -= range.bytes;
            return range;
        }
        if (const Range made = allocate(bytes); made.start != nullptr) return made;
        shrink_to(0);
        return allocate(bytes);
    }
    void give_back(Range range) {
        const std::lock_guard lock(mutex_);
        ranges_.insert(std::ranges::upper_bound(ranges_, range.bytes, {}, &Range::bytes), range);
        total_ += range.bytes;
        shrink_to(kept_bytes);
    }

private:
    void shrink_to(uint64_t bytes) {
        while (total_ > bytes) {
            std::free(ranges_.back().start);
            total_ -= ranges_.back().bytes;
            ranges_.pop_back();
        }
    }

    static Range allocate(uint64_t bytes) {
        void* const start = bytes <= largest ? std::calloc(1, static_cast<size_t>(bytes)) : nullptr;
        return start != nullptr ? Range{static_cast<std::byte*>(start), bytes} : Range{};
    }

    std::mutex mutex_;
    std::vector<Range> ranges_;
    uint64_t total_ = 0;
};

Pool& pool() {
    static Pool& pool = *new Pool; // outlives static objects
    return pool;
}

} // namespace

Reservation::~Reservation() {
    if (start_ == nullptr) return;
    std::memset(start_, 0, static_cast<size_t>(std::min(used_, bytes_)));
    pool().give_back({start_, bytes_});
}

void Reservation::reserve() {
    const Range range = pool().take(first_bytes);
    start_ = range.start;
    bytes_ = range.bytes;
}

bool Reservation::grow(uint64_t bytes) {
    const Range range = pool().take((bytes / spare_bytes + 2) * spare_bytes); // few sizes leave few gaps
    if (range.start == nullptr) return false;
    const uint64_t used = std::min(used_, bytes_);
    if (used > 0) {
        std::memcpy(range.start, start_, static_cast<size_t>(used));
        std::memset(start_, 0, static_cast<size_t>(used));
    }
    if (start_ != nullptr) pool().give_back({start_, bytes_});
    start_ = range.start;
    bytes_ = range.bytes;
    return true;
}

uint64_t Reservation::reserve_twice() { return 0; }

void Reservation::set_host_access(uint64_t, uint64_t, bool) {}

bool Reservation::map_privately(const Reservation&, uint64_t) { return false; }

Reservation::Part Reservation::first_accessed(uint64_t begin, uint64_t end) const { return {begin, end}; }

void Reservation::clear(uint64_t offset, uint64_t bytes) {
    std::memset(start_ + offset, 0, static_cast<size_t>(bytes));
}

} // namespace warpscope::simt
