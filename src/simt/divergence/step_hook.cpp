#include "simt/divergence/step_hook.hpp"

#include <algorithm>

#include "simt/divergence/barrier.hpp"
#include "simt/divergence/branch.hpp"
#include "simt/state/local_memory.hpp"
#include "simt/state/machine.hpp"
#include "simt/stepping.hpp"

namespace warpscope::simt {
namespace {

constexpr uint32_t no_line = ~0u; // before the first line

const Inst* pass_over(Warp& warp, const Inst* barrier) {
    if (barrier->c != 0) leave_block(warp, barrier);
    return continue_at(warp, barrier + 1);
}

void step_lanes(Warp& warp, const Inst* i, LaneMask lanes) {
    warp.paths.push_back({i, warp.meet, warp.active & ~lanes});
    set_active(warp, lanes);
}

const Inst* report_step(Warp& warp, const Inst* i, std::byte*) {
    const bool is_observed = (warp.hooks & wants_instructions) != 0;
    TriedTurns* const tried = warp.worker->tried.get();
    if (!is_observed && tried == nullptr) return i + 1;
    LineTurn& turn = warp.line_turn;
    const bool first = turn.line == 0;
    if (turn.line == no_line && i->aux != 0) turn.line = i->aux;
    const bool other_line = i->aux != 0 && i->aux != turn.line;
    const bool by_line = tried == nullptr || tried->order().kind == TriedOrder::Kind::by_line;
    if (!first && turn.may_end && (by_line ? other_line || i->pc <= turn.last_pc : tried->ends_before(i->pc))) {
        turn.has_ended = true;
        warp.pc = i;
        return nullptr;
    }
    if (tried != nullptr && tried->omits(i->pc) && i[1].handler == barrier_sync()) return pass_over(warp, i + 1);
    if (tried != nullptr) {
        const LaneMask ahead = tried->ahead(i->pc, warp.active);
        if (ahead != 0 && ahead != warp.active) step_lanes(warp, i, ahead);
    }
    const bool begins = first || other_line || i->pc <= turn.last_pc;
    if (begins) turn.line = i->aux != 0 ? i->aux : no_line;
    turn.last_pc = i->pc;
    if (is_observed) emit_instruction(warp, i, begins);
    return i + 1;
}

} // namespace

Handler before_instruction() { return report_step; }

WarpView::WarpView(const WarpContext& context)
    : warp_(*static_cast<const Warp*>(context.running)) {}

uint32_t WarpView::function() const { return warp_.function; }
uint32_t WarpView::call_depth() const { return static_cast<uint32_t>(warp_.calls.size()); }

RegisterLanes WarpView::register_lanes(uint32_t index) const {
    const DecodedFunction& function = warp_.worker->launch->code->functions[warp_.function];
    const DecodedFunction::Range& range = function.registers[index];
    const bool is_predicate = range.bytes == sizeof(LaneMask);
    return {warp_.frame + range.offset, is_predicate ? 0 : std::min(range.bytes / warp_size, 8u)};
}

uint64_t WarpView::stack_begin() const { return warp_.local_begin; }
bool WarpView::is_split() const { return warp_.has_waited && !warp_.others.empty(); }
void WarpView::copy_local(uint32_t lane, uint64_t offset, std::span<std::byte> to) const {
    load_local(warp_.local, lane, offset, to.data(), to.size());
}
const std::byte* WarpView::shared(uint64_t offset) const { return warp_.shared + offset; }
const std::byte* WarpView::global(uint64_t address) const { return warp_.global + address; }

SpaceAddress space_of(uint64_t address) {
    if (in_window(address, shared_base)) return {ptx::Space::shared, address - shared_base};
    if (in_window(address, local_base)) return {ptx::Space::local, address - local_base};
    if (in_window(address, param_base)) return {ptx::Space::param, address - param_base};
    return {ptx::Space::global, address};
}

} // namespace warpscope::simt
