#include "metrics/rerun/read_taint.hpp"

#include <algorithm>
#include <iterator>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/guaranteed_use.hpp"

namespace warpscope::metrics {

uint32_t OriginSets::number_of(const Set& set) {
    const auto [known, is_new] = numbers_.try_emplace(set, static_cast<uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(set);
    return known->second;
}

uint32_t OriginSets::joined(uint32_t a, uint32_t b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    const auto [known, is_new] = joins_.try_emplace(uint64_t{std::min(a, b)} << 32 | std::max(a, b), 0);
    if (is_new) {
        Set both;
        std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(both));
        known->second = number_of(both);
    }
    return known->second;
}

void ReadTaint::shuffle(const simt::ShuffleEvent& event) {
    if (sees_none()) return;
    Shuffle& shuffle = shuffles_[key(event.warp->warp, event.pc)];
    simt::for_each_lane(event.active, [&](uint32_t lane) { shuffle.from[lane] = event.from[lane]; });
    shuffle.lanes |= event.active;
}

void ReadTaint::step(const simt::StepEvent& event) {
    if (sees_none()) return;
    warp_ = event.warp->warp;
    follow(warp_, event.first_pc, event.end_pc, event.active);
}

bool ReadTaint::computes(const ptx::Instruction& in) { return only_computes(in); }

size_t ReadTaint::first_source(const ptx::Instruction& in) const {
    return through_choices_ ? 0 : first_certain_source(in);
}

void ReadTaint::computed(const ptx::Instruction& in, simt::LaneMask) {
    if (ptx::info_of(in.opcode).kind != ptx::OpcodeKind::comparison) return;
    for (const ptx::Operand& operand : in.operands)
        if (const auto constant = constant_of(operand)) compared_with_.insert(static_cast<uint32_t>(*constant));
}

void ReadTaint::access(const ptx::Instruction& in, uint32_t pc) {
    const ptx::ValueFlow flow = ptx::value_flow(in);
    const size_t place = ptx::destinations(function(), in);
    if (flow == ptx::ValueFlow::stores && in.opcode != ptx::Opcode::red) {
        use(in.operands[place]);
        if (in.modifiers.space == ptx::Space::param) use(in.operands[place + 1]);
        return;
    }
    for (size_t k = place; k < in.operands.size(); ++k) use(in.operands[k]);
    forget(in, pc);
    const auto found = loads_.find(key(warp_, pc));
    if (flow != ptx::ValueFlow::loads || found == loads_.end()) return;
    const uint32_t origin = origins_.of(pc);
    simt::for_each_lane(found->second, [&](uint32_t lane) { set(in, in.operands[0], lane, origin); });
    loads_.erase(found);
}

void ReadTaint::shuffle(const ptx::Instruction& in, uint32_t pc) {
    const size_t value = shuffled_operand(function(), in);
    for (size_t k = value + 1; k < in.operands.size(); ++k) use(in.operands[k]);
    const auto found = shuffles_.find(key(warp_, pc));
    const auto reg = register_of(in.operands[value]);
    std::array<uint32_t, warp_size> received{};
    if (found != shuffles_.end()) {
        Shuffle& shuffle = found->second;
        if (reg)
            simt::for_each_lane(shuffle.lanes & active(),
                                [&](uint32_t lane) { received[lane] = held(*reg)[shuffle.from[lane]]; });
        shuffle.lanes &= ~active();
        if (shuffle.lanes == 0) shuffles_.erase(found);
    }
    simt::for_each_lane(active(), [&](uint32_t lane) { set(in, in.operands[0], lane, received[lane]); });
}

void ReadTaint::across_lanes(const ptx::Instruction& in, uint32_t pc) {
    depends(in, pc);
    forget(in, pc);
}

void ReadTaint::depends(const ptx::Instruction& in, uint32_t) {
    for (const ptx::CallOperands& call : in.call)
        for (const ptx::Operand& argument : call.arguments) use(argument);
    for (size_t k = ptx::destinations(function(), in); k < in.operands.size(); ++k) use(in.operands[k]);
}

void ReadTaint::use(uint32_t reg) {
    uint32_t last = 0;
    for_each_tag(reg, [&](uint32_t, uint32_t origins) {
        if (std::exchange(last, origins) != origins) used_.insert(origins_[origins].begin(), origins_[origins].end());
    });
}

void ReadTaint::use(const ptx::Operand& operand) {
    std::vector<uint32_t> registers;
    add_registers(operand, registers);
    for (const uint32_t reg : registers) use(reg);
}

} // namespace warpscope::metrics
