// Where a function's registers get their values: from each register to the instructions that write it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

class Definitions {
public:
    explicit Definitions(const Function& function);

    /// Returns the instructions that write a register, ascending.
    [[nodiscard]] std::span<const uint32_t> of(uint32_t reg) const {
        return std::span(instructions_).subspan(first_[reg], first_[reg + 1] - first_[reg]);
    }
    [[nodiscard]] bool is_set(uint32_t reg) const { return first_[reg] != first_[reg + 1]; }
    /// Returns the instruction that gives a register its only value: no other writes it, and this one has no guard and
    /// is no call.
    [[nodiscard]] std::optional<uint32_t> only(uint32_t reg) const;

private:
    const Function& function_;
    std::vector<uint32_t> first_;        // by register: index into instructions_; one more at the end
    std::vector<uint32_t> instructions_; // by register
};

} // namespace warpscope::ptx
