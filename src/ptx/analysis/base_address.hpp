// What an address is counted from, as far as a function's text tells: accesses with equal base addresses are to one
// place.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "ptx/analysis/definitions.hpp"

namespace warpscope::ptx {

inline constexpr uint32_t no_register = ~0u;

/// So many bytes behind what a register holds, or behind where a variable begins.
struct BaseAddress {
    uint32_t base_register = no_register;
    std::string variable; // instead of the register
    int64_t offset = 0;

    friend auto operator<=>(const BaseAddress&, const BaseAddress&) = default;
};

/// Returns the base of an address operand; nullopt where the operand is none. Follows moves, conversions between
/// address spaces and sums with constants, through registers that are set in one place.
[[nodiscard]] std::optional<BaseAddress> base_of(const Function& function, const Definitions& definitions,
                                                 const Operand& address);
/// Returns the same of what a register holds.
[[nodiscard]] BaseAddress base_of(const Function& function, const Definitions& definitions, uint32_t reg);
/// Returns the base of the first address among an instruction's operands; nullopt where it has none.
[[nodiscard]] std::optional<BaseAddress> base_of(const Function& function, const Definitions& definitions,
                                                 const Instruction& access);

} // namespace warpscope::ptx
