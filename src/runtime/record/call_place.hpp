// Finds the runtime's callers in machine code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::runtime {

/// Offsets in the program, innermost first.
using Frames = std::vector<uint64_t>;

/// Returns the callers of this call. In a CallPlace, repeated calls from the same place are cheap.
[[nodiscard]] Frames frames_here();
/// Does not allocate. Returns the count.
[[nodiscard]] size_t places_here(std::span<uint64_t> places);
/// Converts a return address to an offset; returns nullopt outside the program.
[[nodiscard]] std::optional<uint64_t> place_in_program(const void* address);

/// Returns null if unknown.
[[nodiscard]] const void* return_address_here();
/// Machine code of the program; `place`: offset of its first byte.
struct ProgramCode {
    std::span<const uint8_t> bytes;
    uint64_t place = 0;
};
[[nodiscard]] ProgramCode program_code();

/// Marks this thread as inside a call.
class CallPlace {
public:
    /// `frame`: of the called function.
    explicit CallPlace(const void* frame);
    ~CallPlace();
    CallPlace(const CallPlace&) = delete;
    CallPlace& operator=(const CallPlace&) = delete;

private:
    const void* const* before_ = nullptr;
};

} // namespace warpscope::runtime
