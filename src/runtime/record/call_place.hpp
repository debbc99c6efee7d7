// Finds the place in the program's machine code from which the runtime was called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::runtime {

/// Offsets in the program's file, innermost first.
using Frames = std::vector<uint64_t>;

/// Returns the callers of the current runtime call. Inside a CallPlace repeated calls from the same place are cheap:
/// only the previous return addresses are compared.
[[nodiscard]] Frames frames_here();
/// Does the same without allocating; returns the count.
[[nodiscard]] size_t places_here(std::span<uint64_t> places);
/// Returns the offset of a return address; nullopt outside the program.
[[nodiscard]] std::optional<uint64_t> place_in_program(const void* address);

/// Returns the return address of this thread's call; null if unknown.
[[nodiscard]] const void* return_address_here();
/// Machine code of the program; `place`: offset of its first byte.
struct ProgramCode {
    std::span<const uint8_t> bytes;
    uint64_t place = 0;
};
[[nodiscard]] ProgramCode program_code();

/// Marks this thread as inside a call from the program.
class CallPlace {
public:
    /// `frame`: frame of the called runtime function.
    explicit CallPlace(const void* frame);
    ~CallPlace();
    CallPlace(const CallPlace&) = delete;
    CallPlace& operator=(const CallPlace&) = delete;

private:
    const void* const* before_ = nullptr;
};

} // namespace warpscope::runtime
