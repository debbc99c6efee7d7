#include "simt/memory/reservation.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

namespace warpscope::simt {
namespace {

constexpr uint64_t largest = uint64_t{1} << 38, smallest = uint64_t{1} << 30;

/// Candidate addresses of memory shared with the host, below addresses that systems assign
constexpr std::array<uint64_t, 3> host_bases{0x2000'0000'0000, 0x3000'0000'0000, 0x1000'0000'0000};

} // namespace

Reservation::~Reservation() {
    if (start_ != nullptr) munmap(start_, bytes_);
    if (host_view_ != nullptr) munmap(host_view_, bytes_);
    if (file_ >= 0) close(file_);
}

void Reservation::reserve() {
    for (uint64_t bytes = largest; bytes >= smallest; bytes >>= 1) {
        void* const start =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED) continue;
        start_ = static_cast<std::byte*>(start);
        bytes_ = bytes;
        return;
    }
}

bool Reservation::grow(uint64_t) { return false; }

uint64_t Reservation::reserve_twice() {
    file_ = memfd_create("warpscope", MFD_CLOEXEC);
    for (uint64_t bytes = largest; bytes >= smallest && file_ >= 0; bytes >>= 1) {
        if (ftruncate(file_, static_cast<off_t>(bytes)) != 0) continue;
        void* const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
        if (start == MAP_FAILED) continue;
        start_ = static_cast<std::byte*>(start);
        bytes_ = bytes;
        for (const uint64_t base : host_bases) {
            void* const wanted = reinterpret_cast<void*>(base);
            void* const view =
                mmap(wanted, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file_, 0);
            if (view == wanted) {
                host_view_ = view;
                return base;
            }
            if (view != MAP_FAILED) munmap(view, bytes);
        }
        return 0;
    }
    return 0;
}

void Reservation::set_host_access(uint64_t offset, uint64_t bytes, bool allowed) {
    mprotect(static_cast<std::byte*>(host_view_) + offset, bytes, allowed ? PROT_READ | PROT_WRITE : PROT_NONE);
}

bool Reservation::map_privately(const Reservation& from, uint64_t bytes) {
    return mmap(start_, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED, from.file_, 0) ==
           start_;
}

Reservation::Part Reservation::first_accessed(uint64_t begin, uint64_t end) const {
    // Unaccessed pages are holes in the file.
    const off_t data = lseek(file_, static_cast<off_t>(begin), SEEK_DATA);
    if (data < 0 && errno == ENXIO) return {end, end};
    if (data < 0) return {begin, end};
    const off_t hole = lseek(file_, data, SEEK_HOLE);
    return {std::min(end, static_cast<uint64_t>(data)), hole < 0 ? end : std::min(end, static_cast<uint64_t>(hole))};
}

void Reservation::clear(uint64_t offset, uint64_t bytes) {
    // A new mapping of a shared file would not clear the file.
    if (is_shared())
        madvise(start_ + offset, bytes, MADV_REMOVE);
    else
        mmap(start_ + offset, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
             -1, 0);
}

} // namespace warpscope::simt
