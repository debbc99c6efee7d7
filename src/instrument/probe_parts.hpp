// PTX fragments shared by probes. Registers: %ws_all (lanes that meet here), %ws_mask (lanes that execute the
// instruction), %ws_below (lower lanes), %ws_a, %ws_y, %ws_p (scratch).
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::instrument {

/// Requires a predicated instruction. Includes the "!".
[[nodiscard]] std::string predicate_text(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Condition under which a lane accesses memory.
struct AccessGuard {
    std::string name;  // predicate with its "!"; empty: all lanes
    std::string setup; // declares and sets the predicate if it is new
};
/// Includes whether the size of a copy is nonzero.
[[nodiscard]] AccessGuard access_guard(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_all and %ws_mask.
[[nodiscard]] std::string set_masks(const std::string& guard);

/// Sets %ws_first in the lowest lane of %ws_mask. Expects %ws_a = %ws_mask & %ws_below.
[[nodiscard]] std::string set_first(const std::string& guard);

/// Sets %ws_address to the accessed address, or to the source of a copy.
[[nodiscard]] std::string set_address(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_a to the number of 32-byte sectors that the lanes touch. Expects %ws_address; changes %ws_first.
[[nodiscard]] std::string count_sectors(const ptx::Instruction& instruction, const std::string& guard);

/// 64-bit kernel parameter.
[[nodiscard]] ptx::Variable wide_parameter(std::string name);

} // namespace warpscope::instrument
