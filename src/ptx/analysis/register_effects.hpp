// Which registers an instruction reads and writes.
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

} // namespace warpscope::ptx
