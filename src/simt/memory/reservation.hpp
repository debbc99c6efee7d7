// Address space for the emulated global memory, reserved from the system before anything is allocated in it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::simt {

/// A range of zero bytes that takes memory only where it is written. Offsets count from its start.
class Reservation {
public:
    Reservation() = default;
    ~Reservation();
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;

    /// Reserves as much as the system gives, at most 256 GiB. Leaves bytes() at 0 on failure.
    void reserve();
    /// Maps memory twice: for the emulator, and without access rights at an address below all that systems choose
    /// themselves. Returns that address, or 0 on failure.
    [[nodiscard]] uint64_t reserve_twice();

    [[nodiscard]] std::byte* start() const { return start_; }
    [[nodiscard]] uint64_t bytes() const { return bytes_; }
    /// Returns whether the memory is mapped twice.
    [[nodiscard]] bool is_shared() const { return file_ >= 0; }

    /// Gives or takes the host's access to a part of memory that is mapped twice. `offset` and `bytes` are whole pages.
    void set_host_access(uint64_t offset, uint64_t bytes, bool allowed);
    /// Sets a part to zeros and returns its memory to the system where possible. `offset` and `bytes` are whole pages.
    void clear(uint64_t offset, uint64_t bytes);
    /// Records that nothing beyond `offset` has been written. Systems that reuse reservations zero up to there.
    void extend_used(uint64_t offset) { used_ = offset > used_ ? offset : used_; }

private:
    std::byte* start_ = nullptr;
    void* host_view_ = nullptr;
    uint64_t bytes_ = 0;
    uint64_t used_ = 0;
    int file_ = -1;
};

} // namespace warpscope::simt
