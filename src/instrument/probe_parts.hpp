// PTX that probes share. Registers: %ws_all (lanes here), %ws_mask (executing lanes), %ws_below (lower lanes), %ws_a,
// %ws_y, %ws_p (scratch).
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::instrument {

/// Includes "!".
[[nodiscard]] std::string predicate_text(const ptx::Function& kernel, const ptx::Instruction& instruction);

struct AccessGuard {
    std::string name;  // "": all lanes
    std::string setup; // sets a new predicate
};
/// Returns the access's condition. An asynchronous copy of zero bytes makes no access.
[[nodiscard]] AccessGuard access_guard(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_all and %ws_mask.
[[nodiscard]] std::string set_masks(const std::string& guard);

/// Sets %ws_first in the lowest executing lane. Requires %ws_a = %ws_mask & %ws_below.
[[nodiscard]] std::string set_first(const std::string& guard);

/// Sets %ws_address, the source of copies.
[[nodiscard]] std::string set_address(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_a to the touched sectors. Requires %ws_address; changes %ws_first.
[[nodiscard]] std::string count_sectors(const ptx::Instruction& instruction, const std::string& guard);

[[nodiscard]] ptx::Variable wide_parameter(std::string name);

} // namespace warpscope::instrument
