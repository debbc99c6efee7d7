// Reuses reservations, because WebAssembly memory never shrinks.
#include "simt/memory/reservation.hpp"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

namespace warpscope::simt {
namespace {

constexpr uint64_t largest = uint64_t{256} << 20, smallest = uint64_t{64} << 20;

struct Range {
    std::byte* start = nullptr;
    uint64_t bytes = 0;
};

/// Unused reservations, all zero
class Pool {
public:
    Range take() {
        const std::lock_guard lock(mutex_);
        if (ranges_.empty()) return allocate();
        const Range range = ranges_.back();
        ranges_.pop_back();
        return range;
    }
    void give_back(Range range) {
        const std::lock_guard lock(mutex_);
        ranges_.push_back(range);
    }

private:
    static Range allocate() {
        for (uint64_t bytes = largest; bytes >= smallest; bytes >>= 1)
            if (void* const start = std::calloc(1, static_cast<size_t>(bytes)))
                return {static_cast<std::byte*>(start), bytes};
        return {};
    }

    std::mutex mutex_;
    std::vector<Range> ranges_;
};

Pool& pool() {
    static Pool& pool = *new Pool; // never destroyed: outlives static objects
    return pool;
}

} // namespace

Reservation::~Reservation() {
    if (start_ == nullptr) return;
    std::memset(start_, 0, static_cast<size_t>(used_ < bytes_ ? used_ : bytes_));
    pool().give_back({start_, bytes_});
}

void Reservation::reserve() {
    const Range range = pool().take();
    start_ = range.start;
    bytes_ = range.bytes;
}

uint64_t Reservation::reserve_twice() { return 0; }

void Reservation::set_host_access(uint64_t, uint64_t, bool) {}

bool Reservation::map_privately(const Reservation&, uint64_t) { return false; }

void Reservation::clear(uint64_t offset, uint64_t bytes) {
    std::memset(start_ + offset, 0, static_cast<size_t>(bytes));
}

} // namespace warpscope::simt
