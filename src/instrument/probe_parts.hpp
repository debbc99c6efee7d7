// PTX that all probes use. Registers: %ws_all (lanes that reach the instruction), %ws_mask (lanes that execute it),
// %ws_below (lanes below this one), %ws_a, %ws_y, %ws_p (scratch).
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::instrument {

[[nodiscard]] std::string predicate_text(const ptx::Function& kernel, const ptx::Instruction& instruction);

struct AccessGuard {
    std::string name;  // register; "": all lanes execute
    std::string setup; // code that sets the register, or ""
};
/// Returns the predicate of lanes that access memory. Excludes asynchronous copies of zero bytes.
[[nodiscard]] AccessGuard access_guard(const ptx::Function& kernel, const ptx::Instruction& instruction);

[[nodiscard]] std::string set_masks(const std::string& guard);

/// Sets %ws_first: true in the lowest executing lane. Requires %ws_a = %ws_mask & %ws_below.
[[nodiscard]] std::string set_first(const std::string& guard);

/// Sets %ws_address to the accessed address, or to a copy's source.
[[nodiscard]] std::string set_address(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_a to the number of touched sectors. Requires %ws_address and changes %ws_first.
[[nodiscard]] std::string count_sectors(const ptx::Instruction& instruction, const std::string& guard);

[[nodiscard]] ptx::Variable wide_parameter(std::string name);

} // namespace warpscope::instrument
