#include "simt/analysis/liveness.hpp"

#include <algorithm>
#include <utility>

namespace warpscope::simt {
namespace {

/// Whether operand 0 is written. A second destination counts as read, which is on the safe side.
bool writes_first_operand(const ptx::Instruction& in) {
    switch (ptx::info_of(in.opcode).kind) {
    case ptx::OpcodeKind::arithmetic:
    case ptx::OpcodeKind::comparison:
    case ptx::OpcodeKind::logic:
    case ptx::OpcodeKind::video:
    case ptx::OpcodeKind::conversion: return true;
    case ptx::OpcodeKind::memory:
        return in.opcode == ptx::Opcode::ld || in.opcode == ptx::Opcode::ldu || in.opcode == ptx::Opcode::atom;
    case ptx::OpcodeKind::misc: return in.opcode == ptx::Opcode::alloca || in.opcode == ptx::Opcode::stacksave;
    default: return false;
    }
}

struct Effect {
    std::vector<uint32_t> reads, writes;
};

Effect effect_of(const ptx::Instruction& in) {
    Effect effect;
    const bool first_is_written = writes_first_operand(in) && !in.operands.empty();
    for (size_t k = 0; k < in.operands.size(); ++k)
        add_registers(in.operands[k], k == 0 && first_is_written ? effect.writes : effect.reads);
    for (const ptx::CallOperands& call : in.call) {
        add_registers(call.callee, effect.reads);
        for (const auto* list : {&call.results, &call.arguments})
            for (const ptx::Operand& operand : *list) add_registers(operand, effect.reads);
    }
    if (in.predicated) {
        effect.reads.push_back(in.predicate.index);
        effect.writes.clear(); // may not happen
    }
    return effect;
}

} // namespace

void add_registers(const ptx::Operand& operand, std::vector<uint32_t>& to) {
    if (const auto* reg = std::get_if<ptx::Register>(&operand.value)) to.push_back(reg->index);
    if (const auto* place = std::get_if<ptx::Address>(&operand.value))
        if (const auto* base = std::get_if<ptx::Register>(&place->base)) to.push_back(base->index);
    if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value))
        for (const ptx::Operand& element : vector->elements) add_registers(element, to);
}

std::vector<uint32_t> read_before_written(const ptx::Function& function, const ptx::ControlFlowGraph& flow) {
    const size_t registers = function.registers.size(), blocks = flow.blocks.size();
    // Few registers are read by another block than the one that writes them: only those have a bit in the sets.
    constexpr uint32_t none = ~0u;
    std::vector<uint32_t> number(registers, none), exposed, written_in(registers, none);
    std::vector<std::vector<uint32_t>> reads(blocks), writes(blocks);
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t k = flow.blocks[b].first; k < flow.blocks[b].end; ++k) {
            const Effect effect = effect_of(function.body[k]);
            for (const uint32_t r : effect.reads) {
                if (written_in[r] == b) continue;
                if (number[r] == none) {
                    number[r] = static_cast<uint32_t>(exposed.size());
                    exposed.push_back(r);
                }
                reads[b].push_back(r);
            }
            for (const uint32_t r : effect.writes)
                if (std::exchange(written_in[r], b) != b) writes[b].push_back(r);
        }
    const size_t words = (exposed.size() + 63) / 64;
    std::vector<uint64_t> live(blocks * words), kept(blocks * words, ~uint64_t{0});
    const auto bit = [&](uint32_t r) { return uint64_t{1} << (number[r] % 64); };
    for (size_t b = 0; b < blocks; ++b) {
        for (const uint32_t r : reads[b]) live[b * words + number[r] / 64] |= bit(r);
        for (const uint32_t r : writes[b])
            if (number[r] != none) kept[b * words + number[r] / 64] &= ~bit(r);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = blocks; b-- > 0;)
            for (const uint32_t next : flow.blocks[b].successors)
                for (size_t w = 0; w < words; ++w) {
                    uint64_t& here = live[b * words + w];
                    const uint64_t now = here | (live[next * words + w] & kept[b * words + w]);
                    changed = changed || now != here;
                    here = now;
                }
    }
    std::vector<uint32_t> result;
    for (const uint32_t r : exposed)
        if ((live[number[r] / 64] & bit(r)) != 0) result.push_back(r);
    std::ranges::sort(result);
    return result;
}

} // namespace warpscope::simt
