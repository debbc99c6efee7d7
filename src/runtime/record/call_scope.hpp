#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::runtime {

/// Return addresses minus 1, as offsets in the program, innermost first
using Frames = std::vector<uint64_t>;

/// Returns the program's callers of the runtime. Fast within a CallScope if this call stack was seen before.
[[nodiscard]] Frames frames_here();
/// Like frames_here(), but allocates no memory. Returns the number of frames.
[[nodiscard]] size_t places_here(std::span<uint64_t> places);
/// Converts a return address to an offset minus 1. Returns nullopt outside the program.
[[nodiscard]] std::optional<uint64_t> place_in_program(const void* address);

[[nodiscard]] const void* return_address_here();
/// `place`: offset of the first byte in the program.
struct ProgramCode {
    std::span<const uint8_t> bytes;
    uint64_t place = 0;
};
[[nodiscard]] ProgramCode program_code();

/// Scope of a program's call to a runtime function. frames_here() starts at this call.
class CallScope {
public:
    explicit CallScope(const void* frame);
    ~CallScope();
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;

private:
    const void* const* before_ = nullptr;
};

} // namespace warpscope::runtime
