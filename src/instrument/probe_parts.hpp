// PTX shared by probes. Registers: %ws_all (lanes here), %ws_mask (executing lanes), %ws_below (lower lanes), %ws_a,
// %ws_y, %ws_p (scratch).
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::instrument {

/// Includes the "!".
[[nodiscard]] std::string predicate_text(const ptx::Function& kernel, const ptx::Instruction& instruction);

struct AccessGuard {
    std::string name;  // predicate; empty: all lanes
    std::string setup; // sets the predicate if it is new
};
/// Returns the condition of the access. An asynchronous copy of size zero does not access memory.
[[nodiscard]] AccessGuard access_guard(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_all and %ws_mask.
[[nodiscard]] std::string set_masks(const std::string& guard);

/// Requires %ws_a = %ws_mask & %ws_below.
[[nodiscard]] std::string set_first(const std::string& guard);

/// Sets %ws_address, for copies to the source.
[[nodiscard]] std::string set_address(const ptx::Function& kernel, const ptx::Instruction& instruction);

/// Sets %ws_a to the sectors touched. Requires %ws_address; changes %ws_first.
[[nodiscard]] std::string count_sectors(const ptx::Instruction& instruction, const std::string& guard);

/// Declares a 64-bit kernel parameter.
[[nodiscard]] ptx::Variable wide_parameter(std::string name);

} // namespace warpscope::instrument
