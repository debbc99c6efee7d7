// Finds register bits that may be nonzero: after a byte load, only the lowest eight.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/analysis/definitions.hpp"

namespace warpscope::ptx {

inline constexpr uint32_t longest_chain = 16;

class KnownBits {
public:
    KnownBits(const Function& function, const Definitions& definitions)
        : function_(function)
        , definitions_(definitions)
        , known_(function.registers.size()) {}

    [[nodiscard]] uint64_t of(uint32_t reg) { return of_register(reg, 0); }

private:
    [[nodiscard]] uint64_t of_register(uint32_t reg, uint32_t steps);
    [[nodiscard]] uint64_t of_result(const Instruction& in, uint32_t steps);

    const Function& function_;
    const Definitions& definitions_;
    std::vector<std::optional<uint64_t>> known_;
};

} // namespace warpscope::ptx
