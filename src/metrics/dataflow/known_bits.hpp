// Which bits of a function's registers may be set, as far as that is plain: a load of a byte leaves zeros above it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Instead of a register's one definition.
inline constexpr uint32_t no_definition = ~0u, several_definitions = ~0u - 1;
/// Instructions between a value's origin and its use that are looked at.
inline constexpr uint32_t longest_chain = 16;

class PossibleBits {
public:
    /// `definition`: by register, the one instruction that sets it. Both are looked at later.
    PossibleBits(const ptx::Function& function, const std::vector<uint32_t>& definition)
        : function_(function)
        , definition_(definition)
        , known_(definition.size()) {}

    [[nodiscard]] uint64_t of(uint32_t reg) { return of_register(reg, 0); }

private:
    [[nodiscard]] uint64_t of_register(uint32_t reg, uint32_t steps);
    [[nodiscard]] uint64_t of_result(const ptx::Instruction& in, uint32_t steps);

    const ptx::Function& function_;
    const std::vector<uint32_t>& definition_;
    std::vector<std::optional<uint64_t>> known_; // by register, as far as they were asked for
};

} // namespace warpscope::metrics
