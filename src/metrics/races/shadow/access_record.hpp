#pragma once

#include <cstdint>

#include "metrics/results.hpp"

namespace warpscope::metrics {

/// `volatile_data` is a volatile access that is not a polled flag. Such an access counts as plain, but loads do not
/// race with atomics in global memory, nor stores with polling loads.
enum class Taking : uint8_t { plain, strong, strong_in_block, volatile_data };
[[nodiscard]] constexpr bool is_strong(Taking taking) {
    return taking == Taking::strong || taking == Taking::strong_in_block;
}

/// All bits of an absent access are zero.
struct PastAccess {
    uint64_t bits = 0;

    PastAccess() = default;
    PastAccess(ThreadId thread, uint32_t clock, Taking taking, uint16_t site)
        : bits(uint64_t{thread} << 32 | uint64_t{clock} << 14 | uint64_t{static_cast<uint8_t>(taking)} << 12 | site) {}

    [[nodiscard]] PastAccess of_thread(ThreadId thread) const { return {thread, clock(), taking(), site()}; }

    [[nodiscard]] bool none() const { return bits == 0; }
    [[nodiscard]] ThreadId thread() const { return static_cast<ThreadId>(bits >> 32); }
    [[nodiscard]] uint32_t clock() const { return static_cast<uint32_t>(bits >> 14) & 0x3ffff; }
    [[nodiscard]] Taking taking() const { return static_cast<Taking>(bits >> 12 & 3); }
    [[nodiscard]] uint16_t site() const { return static_cast<uint16_t>(bits & 0xfff); }
};

} // namespace warpscope::metrics
