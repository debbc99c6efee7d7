// Accesses with equal BaseAddress touch the same location.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "ptx/analysis/definitions.hpp"

namespace warpscope::ptx {

inline constexpr uint32_t no_register = ~0u;

struct BaseAddress {
    uint32_t base_register = no_register;
    std::string variable;
    int64_t offset = 0;

    friend auto operator<=>(const BaseAddress&, const BaseAddress&) = default;
};

/// Follows moves, address-space conversions and sums with constants. Returns nullopt if no operand is an address.
[[nodiscard]] std::optional<BaseAddress> base_of(const Function& function, const Definitions& definitions,
                                                 const Operand& address);
[[nodiscard]] BaseAddress base_of(const Function& function, const Definitions& definitions, uint32_t reg);
[[nodiscard]] std::optional<BaseAddress> base_of(const Function& function, const Definitions& definitions,
                                                 const Instruction& access);

} // namespace warpscope::ptx
