#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::simt {

/// Range of zero bytes that takes memory only where written.
class Reservation {
public:
    Reservation() = default;
    ~Reservation();
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;

    /// Reserves at most 256 GiB. Leaves bytes() at 0 on failure.
    void reserve();
    /// Moves to a larger range. Returns false without memory, and natively.
    [[nodiscard]] bool grow(uint64_t bytes);
    /// Maps memory twice: for the emulator, and for the host at an address that systems do not choose. Returns the
    /// host's address, or 0 on failure.
    [[nodiscard]] uint64_t reserve_twice();

    [[nodiscard]] std::byte* start() const { return start_; }
    [[nodiscard]] uint64_t bytes() const { return bytes_; }
    [[nodiscard]] bool is_shared() const { return file_ >= 0; }

    /// Requires whole pages of doubly mapped memory.
    void set_host_access(uint64_t offset, uint64_t bytes, bool allowed);
    /// Maps the first bytes of `from`, a doubly mapped range, copy-on-write. Returns false if unsupported.
    [[nodiscard]] bool map_privately(const Reservation& from, uint64_t bytes);
    struct Part {
        uint64_t begin = 0, end = 0;
    };
    /// Returns accessed pages in [begin, end), or an empty part at `end`.
    [[nodiscard]] Part first_accessed(uint64_t begin, uint64_t end) const;
    /// Zeroes whole pages and returns their memory to the system where possible.
    void clear(uint64_t offset, uint64_t bytes);
    /// The web build moves or zeroes only bytes before the largest `offset`.
    void extend_used(uint64_t offset) { used_ = offset > used_ ? offset : used_; }

private:
    std::byte* start_ = nullptr;
    void* host_view_ = nullptr;
    uint64_t bytes_ = 0;
    uint64_t used_ = 0;
    int file_ = -1;
};

} // namespace warpscope::simt
