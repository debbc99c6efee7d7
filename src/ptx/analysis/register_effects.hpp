// Which registers an instruction reads and writes, and where the values that it writes come from. What follows values
// through a function's text or through a run asks here what an opcode does with them.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns how many of the instruction's operands, from the first on, are destinations: 2 of a "d|p". Results of calls
/// are not among the operands.
[[nodiscard]] size_t destinations(const Function& function, const Instruction& instruction);

struct RegisterEffects {
    std::vector<uint32_t> reads;  // bases of addresses, a call's arguments and, last, the guard included
    std::vector<uint32_t> writes; // a call's results included; a guard may keep them from being written
};
[[nodiscard]] RegisterEffects effects_of(const Function& function, const Instruction& instruction);

/// Where the values come from that an instruction writes.
enum class ValueFlow : uint8_t {
    nothing,    // it writes none: jumps, barriers, fences, hints
    computes,   // registers, from the same lane's operands
    loads,      // registers, from memory
    stores,     // memory, from its operands
    exchanges,  // both: registers get what memory held
    from_lane,  // registers, from an operand of one other lane
    from_lanes, // registers, from operands of several lanes
    elsewhere,  // registers or memory, from where its operands do not tell: matrices, textures, copies, allocations
    calls,
};
[[nodiscard]] ValueFlow value_flow(const Instruction& instruction);

} // namespace warpscope::ptx
