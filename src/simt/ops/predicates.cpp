#include "simt/ops/predicates.hpp"

#include <bit>

#include "simt/state/machine.hpp"

namespace warpscope::simt {
namespace {

void write(std::byte* frame, uint32_t offset, LaneMask value, LaneMask mask) {
    LaneMask& p = *slot<LaneMask>(frame, offset);
    p = (p & ~mask) | (value & mask);
}
LaneMask read(std::byte* frame, uint32_t offset) { return *slot<LaneMask>(frame, offset); }

bool is_constant(const Warp& warp, uint64_t address) {
    const GlobalMemory& memory = *warp.worker->launch->memory;
    if (address < memory.base()) return false;
    const auto found = memory.find(address);
    return found && memory.allocations()[*found].read_only;
}
/// Returns true outside all other windows, even for a null pointer.
bool is_global(const Warp& warp, uint64_t address) {
    return !in_window(address, shared_base) && !in_window(address, local_base) && !is_constant(warp, address);
}

const Inst* predicate_and(Warp& warp, const Inst* i, std::byte* frame) {
    write(frame, i->d, read(frame, i->a) & read(frame, i->b), warp.exec);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}
const Inst* predicate_or(Warp& warp, const Inst* i, std::byte* frame) {
    write(frame, i->d, read(frame, i->a) | read(frame, i->b), warp.exec);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}
const Inst* predicate_xor(Warp& warp, const Inst* i, std::byte* frame) {
    write(frame, i->d, read(frame, i->a) ^ read(frame, i->b), warp.exec);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}
const Inst* predicate_not(Warp& warp, const Inst* i, std::byte* frame) {
    write(frame, i->d, ~read(frame, i->a), warp.exec);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<bool negated>
const Inst* predicated(Warp& warp, const Inst* i, std::byte* frame) {
    const LaneMask p = negated ? ~read(frame, i->a) : read(frame, i->a);
    const LaneMask lanes = warp.active & p;
    warp.switched_off[i->aux] += static_cast<uint32_t>(std::popcount(warp.active & ~p));
    if (lanes == 0) return i + i->b;
    warp.exec = lanes;
    WARPSCOPE_NEXT(warp, i + 1, frame);
}
const Inst* unpredicated(Warp& warp, const Inst* i, std::byte* frame) {
    warp.exec = warp.active;
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<ptx::Space space>
const Inst* space_test(Warp& warp, const Inst* i, std::byte* frame) {
    const uint64_t* const a = slot<uint64_t>(frame, i->a);
    LaneMask result = 0;
    for (uint32_t l = 0; l < warp_size; ++l) {
        const bool inside = space == ptx::Space::shared   ? in_window(a[l], shared_base)
                            : space == ptx::Space::local  ? in_window(a[l], local_base)
                            : space == ptx::Space::param  ? in_window(a[l], param_base)
                            : space == ptx::Space::const_ ? is_constant(warp, a[l])
                                                          : is_global(warp, a[l]);
        result |= inside ? LaneMask{1} << l : 0;
    }
    write(frame, i->d, result, warp.exec);
    return i + 1;
}

} // namespace

Handler find_space_test(ptx::Space space) {
    switch (space) {
    case ptx::Space::shared: return space_test<ptx::Space::shared>;
    case ptx::Space::local: return space_test<ptx::Space::local>;
    case ptx::Space::param: return space_test<ptx::Space::param>;
    case ptx::Space::global: return space_test<ptx::Space::global>;
    case ptx::Space::const_: return space_test<ptx::Space::const_>;
    default: return nullptr;
    }
}

Handler find_predicate_logic(ptx::Opcode opcode) {
    switch (opcode) {
    case ptx::Opcode::and_: return predicate_and;
    case ptx::Opcode::or_: return predicate_or;
    case ptx::Opcode::xor_: return predicate_xor;
    case ptx::Opcode::not_: return predicate_not;
    default: return nullptr;
    }
}
Handler predicate_begin(bool negated) { return negated ? predicated<true> : predicated<false>; }
Handler predicate_end() { return unpredicated; }

} // namespace warpscope::simt
