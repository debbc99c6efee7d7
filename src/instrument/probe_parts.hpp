// Pieces of PTX that probes have in common. They go by these registers: %ws_all the lanes that meet here, %ws_mask
// those of them that execute the instruction, %ws_below the mask of lower lanes, %ws_a, %ws_y and %ws_p for anything.
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::instrument {

/// The instruction's predicate as an operand, with its "!"; it must have one.
[[nodiscard]] std::string predicate_text(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// For which lanes an instruction accesses memory.
struct AccessGuard {
    std::string name;  // of a predicate as an operand, with its "!"; empty: for all
    std::string setup; // declares and sets the predicate where it is none of the kernel's
};
/// Returns the instruction's predicate, of a copy with a size also whether that is not 0.
[[nodiscard]] AccessGuard access_guard(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_all and %ws_mask; `guard` is the instruction's predicate, or empty.
[[nodiscard]] std::string set_masks(const std::string& guard);

/// Sets %ws_first in the lowest lane of %ws_mask, from %ws_a = %ws_mask & %ws_below.
[[nodiscard]] std::string set_first(const std::string& guard);

/// Sets %ws_address to the address that a load, store or atomic goes by, or that a copy reads.
[[nodiscard]] std::string set_address(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_a to how many 32-byte sectors of global memory the lanes of %ws_mask touch: a lane counts when no lower
/// lane touches its sector. Needs %ws_address; changes %ws_first.
[[nodiscard]] std::string count_sectors(const ptx::Instruction& instruction, const std::string& guard);

/// A 64-bit kernel parameter.
[[nodiscard]] ptx::Variable wide_parameter(std::string name);

} // namespace warpscope::instrument
