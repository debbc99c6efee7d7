#include "simt/analysis/yield_before_release.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "simt/code/opcode_form.hpp"
#include "simt/state/machine.hpp"

namespace warpscope::simt {
namespace {

using ptx::Opcode;

const Inst* yield_turn(Warp& warp, const Inst* i) {
    Worker& worker = *warp.worker;
    if (worker.handed_on >= worker.launch->options->handovers) return i + 1;
    ++worker.handed_on;
    warp.block->yields = true;
    warp.turn -= warp.slice;
    warp.slice = 0;
    return i + 1;
}

const Inst* others_first(Warp& warp, const Inst* i, std::byte*) {
    return warp.worker->launch->options->second_order ? i + 1 : yield_turn(warp, i);
}

const Inst* others_before_lock(Warp& warp, const Inst* i, std::byte*) {
    Worker& worker = *warp.worker;
    if (!worker.launch->options->second_order) return i + 1;
    std::set<uint32_t>& tried = worker.locks_tried[{warp.block->index, warp.context.warp}];
    const bool holds_none = tried.empty();
    return !tried.insert(i->pc).second || holds_none ? i + 1 : yield_turn(warp, i);
}

const Inst* others_before_exchange(Warp& warp, const Inst* i, std::byte* frame) {
    return warp.worker->launch->options->second_order ? others_before_lock(warp, i, frame) : yield_turn(warp, i);
}

bool arrives_at_mbarrier(const ptx::Instruction& in) {
    return in.opcode == Opcode::mbarrier && std::ranges::any_of(in.modifiers.unknown, [](const std::string& word) {
               return word.starts_with("arrive");
           });
}

bool releases(const ptx::Instruction& in) {
    const ptx::Semantics semantics = in.modifiers.semantics;
    return in.opcode == Opcode::membar || in.opcode == Opcode::fence || semantics == ptx::Semantics::release ||
           semantics == ptx::Semantics::acq_rel || arrives_at_mbarrier(in);
}

/// Returns whether an exchange releases a lock and cannot acquire one: it has release semantics or stores 0.
bool gives_back(const ptx::Instruction& in) {
    if (in.modifiers.semantics == ptx::Semantics::release) return true;
    const auto* const value = in.operands.size() > 2 ? std::get_if<ptx::Immediate>(&in.operands[2].value) : nullptr;
    return value != nullptr && value->bits == 0;
}

} // namespace

bool has_releases(const ptx::Module& module) {
    return std::ranges::any_of(module.functions,
                               [](const ptx::Function& one) { return std::ranges::any_of(one.body, releases); });
}

Handler yield_before(const ptx::Instruction& instruction) {
    const ptx::Modifiers& words = instruction.modifiers;
    if (instruction.opcode == Opcode::st) return is_strong(words) ? others_first : nullptr;
    if (instruction.opcode == Opcode::red || arrives_at_mbarrier(instruction)) return others_first;
    if (instruction.opcode != Opcode::atom) return nullptr;
    if (words.atomic == ptx::AtomicOp::cas) return others_before_lock;
    return words.atomic == ptx::AtomicOp::exch && !gives_back(instruction) ? others_before_exchange : others_first;
}

} // namespace warpscope::simt
