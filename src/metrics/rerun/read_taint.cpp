#include "metrics/rerun/read_taint.hpp"

#include <bit>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/must_use.hpp"

namespace warpscope::metrics {

void ReadTaint::shuffle(const simt::ShuffleEvent& event) {
    if (loads_.empty() && registers_.empty()) return;
    Shuffle& shuffle = shuffles_[key(event.warp->warp, event.pc)];
    for (simt::LaneMask rest = event.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        shuffle.from[lane] = event.from[lane];
    }
    shuffle.lanes |= event.active;
}

void ReadTaint::step(const simt::StepEvent& event) {
    if (loads_.empty() && registers_.empty()) return;
    frame_ = key(event.warp->warp, code_.function_of(event.first_pc));
    active_ = event.active;
    for (uint32_t pc = event.first_pc; pc < event.end_pc; ++pc) pass(code_.at(pc), pc);
}

void ReadTaint::pass(const ptx::Instruction& in, uint32_t pc) {
    const auto& o = in.operands;
    if (in.predicated) use({in.predicate});
    for (const ptx::CallOperands& call : in.call)
        for (const ptx::Operand& argument : call.arguments) use(argument);
    if (is_load(in)) {
        use(o[1]);
        Origins loaded;
        const auto found = loads_.find(key(static_cast<uint32_t>(frame_ >> 32), pc));
        if (found != loads_.end()) {
            loaded[pc] = found->second;
            loads_.erase(found);
        }
        set(in, o[0], loaded);
    } else if (is_store(in)) {
        use(o[0]);
        if (in.modifiers.space == ptx::Space::param) use(o[1]);
    } else if (only_computes(in)) {
        Origins made_of;
        for (size_t k = through_choices_ ? 1 : first_certain_source(in); k < o.size(); ++k)
            for (const auto& [origin, lanes] : origins_of(o[k])) made_of[origin] |= lanes;
        if (ptx::info_of(in.opcode).kind == ptx::OpcodeKind::comparison && !made_of.empty())
            for (const ptx::Operand& operand : o)
                if (const auto constant = constant_of(operand)) compared_with_.insert(static_cast<uint32_t>(*constant));
        set(in, o[0], made_of);
        if (in.opcode == ptx::Opcode::setp && o.size() > 3) {
            // p|q: else the second operand is no predicate, and is a source.
            const auto reg = register_of(o[1]);
            const auto& registers = code_.module().functions[static_cast<uint32_t>(frame_)].registers;
            if (reg && registers[*reg].type == ptx::Type::pred) set(in, o[1], made_of);
        }
    } else if (in.opcode == ptx::Opcode::shfl) {
        pass_shuffle(in, pc);
    } else {
        for (const ptx::Operand& operand : o) use(operand);
    }
}

void ReadTaint::pass_shuffle(const ptx::Instruction& in, uint32_t pc) {
    const size_t value = shuffled_operand(code_.module().functions[static_cast<uint32_t>(frame_)], in);
    for (size_t k = value + 1; k < in.operands.size(); ++k) use(in.operands[k]);
    Origins received;
    const auto found = shuffles_.find(key(static_cast<uint32_t>(frame_ >> 32), pc));
    const auto reg = register_of(in.operands[value]);
    const auto given = reg ? registers_.find({frame_, *reg}) : registers_.end();
    if (found != shuffles_.end() && given != registers_.end())
        for (const auto& [origin, lanes] : given->second)
            for (simt::LaneMask rest = found->second.lanes & active_; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
                if ((lanes >> found->second.from[lane] & 1) != 0) received[origin] |= 1u << lane;
            }
    if (found != shuffles_.end()) {
        found->second.lanes &= ~active_;
        if (found->second.lanes == 0) shuffles_.erase(found);
    }
    set(in, in.operands[0], received);
}

ReadTaint::Origins ReadTaint::origins_of(const ptx::Operand& operand) const {
    Origins origins;
    const auto add = [&](uint32_t reg) {
        const auto found = registers_.find({frame_, reg});
        if (found == registers_.end()) return;
        for (const auto& [origin, lanes] : found->second)
            if ((lanes & active_) != 0) origins[origin] |= lanes & active_;
    };
    for (const ptx::Operand& element : elements_of(operand))
        if (const auto reg = register_of(element)) add(*reg);
    if (const auto* place = std::get_if<ptx::Address>(&operand.value))
        if (const auto* base = std::get_if<ptx::Register>(&place->base)) add(base->index);
    return origins;
}

void ReadTaint::use(const ptx::Operand& operand) {
    for (const auto& [origin, lanes] : origins_of(operand)) used_.insert(origin);
}

void ReadTaint::set(const ptx::Instruction& in, const ptx::Operand& result, const Origins& origins) {
    for (const ptx::Operand& element : elements_of(result)) {
        const auto reg = register_of(element);
        if (!reg) continue;
        const auto found = registers_.find({frame_, *reg});
        if (found == registers_.end() && origins.empty()) continue;
        Origins& now = found != registers_.end() ? found->second : registers_[{frame_, *reg}];
        if (!in.predicated) { // else it may have kept what it had
            for (auto& [origin, lanes] : now) lanes &= ~active_;
            std::erase_if(now, [](const auto& origin) { return origin.second == 0; });
        }
        for (const auto& [origin, lanes] : origins) now[origin] |= lanes;
        if (now.empty()) registers_.erase({frame_, *reg});
    }
}

} // namespace warpscope::metrics
