#include "metrics/races/program/result_uses.hpp"

#include <algorithm>
#include <set>

#include "ptx/analysis/operands.hpp"
#include "ptx/analysis/register_effects.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

bool has_address_in(const ptx::Instruction& in, const std::set<uint32_t>& registers) {
    return std::ranges::any_of(in.operands, [&](const ptx::Operand& operand) {
        const auto* const address = std::get_if<ptx::Address>(&operand.value);
        const auto* const base = address == nullptr ? nullptr : std::get_if<ptx::Register>(&address->base);
        return base != nullptr && registers.contains(base->index);
    });
}

bool writes_global(const ptx::Instruction& in) {
    return (in.opcode == Opcode::st || in.opcode == Opcode::red || in.opcode == Opcode::atom) &&
           in.modifiers.space == ptx::Space::global && in.modifiers.atomic != ptx::AtomicOp::cas;
}

bool only_computes(const ptx::Instruction& in) {
    switch (in.opcode) {
    case Opcode::call:
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::ret:
    case Opcode::st:
    case Opcode::red:
    case Opcode::atom:
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::match: return false;
    default: return true;
    }
}

} // namespace

bool may_act_on_result(const ptx::Function& function, uint32_t index) {
    const std::vector<uint32_t> results = effects_of(function, function.body[index]).writes;
    std::set<uint32_t> depends(results.begin(), results.end());
    for (size_t before = 0; before != depends.size();) {
        before = depends.size();
        for (uint32_t k = 0; k < function.body.size(); ++k) {
            const ptx::Instruction& in = function.body[k];
            if (in.predicated && depends.contains(in.predicate.index)) return true;
            if (has_address_in(in, depends)) return true;
            const ptx::RegisterEffects effects = effects_of(function, in);
            if (std::ranges::none_of(effects.reads, [&](uint32_t reg) { return depends.contains(reg); })) continue;
            if (writes_global(in)) continue;
            if (!only_computes(in)) return true;
            depends.insert(effects.writes.begin(), effects.writes.end());
        }
    }
    return false;
}

} // namespace warpscope::metrics
