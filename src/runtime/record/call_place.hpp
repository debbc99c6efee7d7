#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::runtime {

/// Offsets of return addresses in the program's code, innermost first
using Frames = std::vector<uint64_t>;

/// Returns the frames that called the runtime. Fast if this place, within a CallPlace, was seen before.
[[nodiscard]] Frames frames_here();
/// Writes frames to `places` without allocating memory. Returns their number.
[[nodiscard]] size_t places_here(std::span<uint64_t> places);
/// Converts a return address to an offset; nullopt outside the program.
[[nodiscard]] std::optional<uint64_t> place_in_program(const void* address);

[[nodiscard]] const void* return_address_here();
/// `place`: offset of the first byte.
struct ProgramCode {
    std::span<const uint8_t> bytes;
    uint64_t place = 0;
};
[[nodiscard]] ProgramCode program_code();

/// Scope of a runtime function that the program called; frames_here() starts at its caller.
class CallPlace {
public:
    explicit CallPlace(const void* frame);
    ~CallPlace();
    CallPlace(const CallPlace&) = delete;
    CallPlace& operator=(const CallPlace&) = delete;

private:
    const void* const* before_ = nullptr;
};

} // namespace warpscope::runtime
