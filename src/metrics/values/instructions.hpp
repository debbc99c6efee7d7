#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::metrics {

class Instructions {
public:
    explicit Instructions(const ptx::Module& module);
    [[nodiscard]] uint32_t function_of(uint32_t pc) const;
    [[nodiscard]] const ptx::Instruction& at(uint32_t pc) const;
    [[nodiscard]] const ptx::Module& module() const { return module_; }

private:
    const ptx::Module& module_;
    std::vector<uint32_t> first_pc_;
};

} // namespace warpscope::metrics
