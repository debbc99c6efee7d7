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

    [[nodiscard]] std::span<const uint32_t> of(uint32_t reg) const {
        return std::span(instructions_).subspan(first_[reg], first_[reg + 1] - first_[reg]);
    }
    [[nodiscard]] bool is_set(uint32_t reg) const { return first_[reg] != first_[reg + 1]; }
    /// Returns the only writer; nullopt for several writers, a predicated writer, or a call.
    [[nodiscard]] std::optional<uint32_t> only(uint32_t reg) const;

private:
    const Function& function_;
    std::vector<uint32_t> first_;
    std::vector<uint32_t> instructions_;
};

} // namespace warpscope::ptx
