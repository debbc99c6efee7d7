#include "simt/divergence/warp_collective.hpp"

namespace warpscope::simt {

void emit_step(Warp& warp, uint32_t basic_block) {
    const BasicBlock& block = warp.worker->launch->code->blocks[basic_block];
    const StepEvent event{&warp.context, block.first_pc, block.end_pc, warp.active};
    for (Observer* observer : warp.worker->listening(wants_steps)) observer->on_step(event);
}

void emit_instruction(Warp& warp, const Inst* inst, bool begins_step) {
    const InstructionEvent event{&warp.context, inst->pc, warp.active, begins_step};
    for (Observer* observer : warp.worker->listening(wants_instructions)) observer->on_instruction(event);
}

void emit_branch(Warp& warp, const Inst* inst, LaneMask taken) {
    const BranchEvent event{&warp.context, inst->pc, warp.active, taken};
    for (Observer* observer : warp.worker->listening(wants_branches)) observer->on_branch(event);
}

void emit_shuffle(Warp& warp, const Inst* inst, const uint8_t* from) {
    const ShuffleEvent event{&warp.context, inst->pc, warp.exec, from};
    for (Observer* observer : warp.worker->listening(wants_shuffles)) observer->on_shuffle(event);
}

void emit_stack_taken(Warp& warp, LaneMask mask, uint64_t offset, uint64_t bytes) {
    if ((warp.hooks & wants_local) == 0 || bytes == 0) return;
    for (Observer* observer : warp.worker->listening(wants_local))
        observer->on_stack_taken({&warp.context, mask, offset, bytes});
}

void emit_warp_end(const Warp& warp) {
    const WarpEvent event{&warp.context, warp.executed, warp.lane_instructions, warp.divergent_branches};
    for (Observer* observer : warp.worker->listening(wants_warps)) observer->on_warp_end(event);
}

void emit_warp_sync(Warp& warp, const Inst* inst, const uint32_t* masks) {
    const LaneMask here = taking_part(warp);
    for (LaneMask rest = here; rest != 0;) {
        const LaneMask named = masks[std::countr_zero(rest)];
        LaneMask group = 0;
        for (LaneMask m = rest; m != 0; m &= m - 1)
            if (masks[std::countr_zero(m)] == named) group |= m & (~m + 1);
        rest &= ~group;
        const BarrierEvent event{&warp.context, inst->pc, group == here ? warp.active | here : group, ~0u};
        for (Observer* observer : warp.worker->listening(wants_barriers)) observer->on_barrier(event);
    }
}

void emit_barrier(Warp& warp, const Inst* inst, uint32_t barrier) {
    const BarrierEvent event{&warp.context, inst->pc, warp.active | taking_part(warp), barrier};
    for (Observer* observer : warp.worker->listening(wants_barriers)) observer->on_barrier(event);
}

} // namespace warpscope::simt
