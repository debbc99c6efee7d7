#include "metrics/values/instructions.hpp"

#include <algorithm>

namespace warpscope::metrics {

Instructions::Instructions(const ptx::Module& module)
    : module_(module) {
    uint32_t pc = 0;
    for (const ptx::Function& function : module.functions) {
        first_pc_.push_back(pc);
        pc += static_cast<uint32_t>(function.body.size());
    }
}

uint32_t Instructions::function_of(uint32_t pc) const {
    const auto after = std::upper_bound(first_pc_.begin(), first_pc_.end(), pc);
    // Skips functions without instructions, which start where the next one starts.
    return static_cast<uint32_t>(after - first_pc_.begin()) - 1;
}

const ptx::Instruction& Instructions::at(uint32_t pc) const {
    const uint32_t f = function_of(pc);
    return module_.functions[f].body[pc - first_pc_[f]];
}

} // namespace warpscope::metrics
