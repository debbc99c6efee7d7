// Where in the program's machine code a call of the runtime stands, and who has called that. Private to src/runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::runtime {

/// Places in the program's machine code, innermost first, as offsets in its file.
using Frames = std::vector<uint64_t>;

/// Where the program called into this library. Calls that come the same way again cost little while a CallPlace is
/// there: what is looked up is whether the return addresses of the last time stand where they did.
[[nodiscard]] Frames frames_here();
/// The same, at most as many as there is room for, without allocating anything; returns how many.
[[nodiscard]] size_t places_here(std::span<uint64_t> places);
/// That of a return address, where it lies in the program.
[[nodiscard]] std::optional<uint64_t> place_in_program(const void* address);

/// Where this thread's call returns to; null where that is not known.
[[nodiscard]] const void* return_address_here();
/// The program's machine code; `place`: that of its first byte.
struct ProgramCode {
    std::span<const uint8_t> bytes;
    uint64_t place = 0;
};
[[nodiscard]] ProgramCode program_code();

/// While there is one, this thread is in a call that the program has made.
class CallPlace {
public:
    /// `frame`: that of the function which the program has called.
    explicit CallPlace(const void* frame);
    ~CallPlace();
    CallPlace(const CallPlace&) = delete;
    CallPlace& operator=(const CallPlace&) = delete;

private:
    const void* const* before_ = nullptr;
};

} // namespace warpscope::runtime
