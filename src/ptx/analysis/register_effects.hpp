#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Counts leading operands that are written; 2 for "d|p".
[[nodiscard]] size_t destinations(const Function& function, const Instruction& instruction);

struct RegisterEffects {
    std::vector<uint32_t> reads;  // includes address bases, call arguments and, last, the guard
    std::vector<uint32_t> writes; // includes call results
};
[[nodiscard]] RegisterEffects effects_of(const Function& function, const Instruction& instruction);

/// Values that an instruction writes, and their origin.
enum class ValueFlow : uint8_t {
    nothing,    // jumps, barriers, fences, hints
    computes,   // registers, from operands of the same lane
    loads,      // registers, from memory
    stores,     // memory, from operands
    exchanges,  // registers and memory, as an atomic does
    from_lane,  // registers, from an operand of another lane
    from_lanes, // registers, from operands of several lanes
    elsewhere,  // not visible in the operands: matrices, textures, copies
    calls,
};
[[nodiscard]] ValueFlow value_flow(const Instruction& instruction);

} // namespace warpscope::ptx
