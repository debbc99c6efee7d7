// Which accesses of a function are to one place, as far as its text tells.
#pragma once

#include <cstdint>
#include <string>

#include "ptx/analysis/definitions.hpp"

namespace warpscope::metrics {

class AddressTexts {
public:
    explicit AddressTexts(const ptx::Function& function)
        : function_(function)
        , definitions_(function) {}

    /// Equal for accesses to one place: a variable or a register, and the distance from it. Empty when there is none.
    [[nodiscard]] std::string of_access(const ptx::Instruction& in) const;
    /// The same of an address in a register, and so far behind it.
    [[nodiscard]] std::string of_register(uint32_t reg, int64_t offset) const;

private:
    const ptx::Function& function_;
    ptx::Definitions definitions_;
};

} // namespace warpscope::metrics
