#include "ptx/analysis/definitions.hpp"

#include "ptx/analysis/register_effects.hpp"

namespace warpscope::ptx {

Definitions::Definitions(const Function& function)
    : function_(function)
    , first_(function.registers.size() + 1) {
    std::vector<std::vector<uint32_t>> writes;
    writes.reserve(function.body.size());
    for (const Instruction& in : function.body) {
        writes.push_back(effects_of(function, in).writes);
        for (const uint32_t reg : writes.back()) ++first_[reg];
    }
    uint32_t end = 0;
    for (uint32_t& first : first_) first = end += first;
    instructions_.resize(end);
    for (size_t k = writes.size(); k-- > 0;)
        for (const uint32_t reg : writes[k]) instructions_[--first_[reg]] = static_cast<uint32_t>(k);
}

std::optional<uint32_t> Definitions::only(uint32_t reg) const {
    const auto all = of(reg);
    if (all.size() != 1) return std::nullopt;
    const Instruction& in = function_.body[all.front()];
    if (in.predicated || !in.call.empty()) return std::nullopt;
    return all.front();
}

} // namespace warpscope::ptx
