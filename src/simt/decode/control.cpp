#include <algorithm>
#include <bit>

#include "base/symbol_name.hpp"
#include "simt/analysis/size_limits.hpp"
#include "simt/decode/decoder.hpp"
#include "simt/divergence/barrier.hpp"
#include "simt/divergence/branch.hpp"
#include "simt/divergence/call.hpp"
#include "simt/divergence/cluster.hpp"
#include "simt/divergence/warp_collective.hpp"
#include "simt/state/local_stack.hpp"

namespace warpscope::simt {

using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

void FunctionDecoder::end_block(Inst& last) {
    last.aux = static_cast<uint32_t>(out_.blocks.size());
    last.c = pc_ + 1 - block_first_;
    out_.blocks.push_back({block_first_, pc_ + 1});
    block_open_ = false;
}

void FunctionDecoder::decode_branch(uint32_t index, const Instruction& in) {
    const uint32_t meeting = flow_.reconvergence[index];
    if (in.opcode == Opcode::brx) {
        if (in.predicated || in.branch_targets.empty()) return unsupported(in);
        const uint32_t which = source(in.operands[0], Type::u32);
        Inst& inst = emit(control_table());
        inst.a = which;
        inst.b = static_cast<uint32_t>(out_.tables.size());
        tables_.push_back(inst.b);
        out_.tables.push_back(in.branch_targets);
        end_block(inst);
        out_.instructions[pc_].branches = true;
    } else {
        const auto* const label = std::get_if<ptx::LabelRef>(&in.operands[0].value);
        if (label == nullptr) return unsupported(in);
        patches_.push_back({static_cast<uint32_t>(code_.code.size()), label->target, false});
        Inst& inst = emit(in.predicated ? control_branch(in.predicate.negated) : control_jump());
        if (in.predicated) inst.a = register_slots_[in.predicate.index];
        end_block(inst);
        out_.instructions[pc_].branches = in.predicated;
    }
    if (meeting != ptx::function_end) patches_.push_back({static_cast<uint32_t>(code_.code.size()) - 1, meeting, true});
}

void FunctionDecoder::patch_targets() {
    for (const Patch& patch : patches_) {
        Inst& inst = code_.code[patch.inst];
        const uint32_t distance = first_inst_[patch.target] - patch.inst;
        (patch.meeting ? inst.d : inst.b) = distance;
    }
    for (const uint32_t table : tables_)
        for (uint32_t& target : out_.tables[table]) target = first_inst_[target];
}

void FunctionDecoder::decode_leave(const Instruction& in) {
    if (in.opcode == Opcode::ret && !function_.is_entry) transfer_registers(false);
    const bool p = in.predicated, negated = in.predicate.negated;
    Inst& inst = emit(in.opcode == Opcode::exit  ? control_exit(p, negated)
                      : in.opcode == Opcode::ret ? control_return(p, negated)
                                                 : control_trap(p, negated));
    if (p) inst.a = register_slots_[in.predicate.index];
    end_block(inst);
}

void FunctionDecoder::decode_call(const Instruction& in) {
    const ptx::CallOperands& operands = in.call.front();
    CallSite site;
    std::vector<std::pair<const Operand*, uint32_t>> from_stack;
    for (const bool results : {true, false})
        for (const Operand& operand : results ? operands.results : operands.arguments) {
            const auto* const symbol = std::get_if<ptx::SymbolRef>(&operand.value);
            const auto local = symbol != nullptr ? locals_.find(symbol->name) : locals_.end();
            const auto place =
                local != locals_.end() ? std::optional(local->second) : passed_by_stack(operand, results);
            if (!place) return unsupported(in, msg("an argument that is neither a .param variable nor a register"));
            if (results && local == locals_.end()) from_stack.emplace_back(&operand, *place);
            (results ? site.results : site.arguments).push_back(*place);
        }
    if (in.predicated && !from_stack.empty()) return unsupported(in, msg("results in registers under a predicate"));
    if (const auto* symbol = std::get_if<ptx::SymbolRef>(&operands.callee.value)) {
        const ptx::Function* const callee = module_.find_function(symbol->name);
        if (callee == nullptr || callee->is_declaration) {
            if (!is_known_extern(symbol->name))
                return unsupported(
                    in, msg("function '{}' has no body here; a program's further source files are named by --with",
                            written_name(symbol->name)));
            site.extern_name = symbol->name;
        } else {
            site.callee = static_cast<uint32_t>(callee - module_.functions.data());
            if (std::ranges::find(code_.callees, site.callee) == code_.callees.end())
                code_.callees.push_back(site.callee);
        }
    } else {
        site.pointer = source(operands.callee, Type::u64);
        code_.has_indirect_call = true;
    }
    Inst& inst = emit(control_call(in.predicated, in.predicate.negated));
    if (in.predicated) inst.a = register_slots_[in.predicate.index];
    inst.b = static_cast<uint32_t>(out_.calls.size());
    out_.calls.push_back(std::move(site));
    end_block(inst);
    for (const auto& [operand, offset] : from_stack) {
        const Type type = register_bytes(std::get<ptx::Register>(operand->value)) == 2   ? Type::b16
                          : register_bytes(std::get<ptx::Register>(operand->value)) == 4 ? Type::b32
                                                                                         : Type::b64;
        const Destination d = destination(*operand, type);
        access_stack(d.slot, type, offset, false);
    }
    if (!from_stack.empty()) emit(control_pass());
}

void FunctionDecoder::access_stack(uint32_t value, Type type, uint32_t offset, bool store) {
    const uint32_t bytes = slot_bytes(type);
    const MemoryHandler found =
        find_memory({ptx::Space::local, type, static_cast<uint8_t>(bytes), 1, store, true, false});
    MemorySite site;
    site.space = ptx::Space::local;
    site.register_bytes = static_cast<uint8_t>(bytes);
    site.ops = found.ops;
    site.values[0] = value;
    const uint32_t address = constant({ConstantSlot::Kind::local, 8, 0, offset, 0});
    Inst& inst = emit(found.handler);
    inst.d = value;
    inst.a = address;
    inst.aux = static_cast<uint32_t>(out_.sites.size());
    out_.sites.push_back(site);
}

std::optional<uint32_t> FunctionDecoder::passed_by_stack(const Operand& operand, bool is_result) {
    constexpr uint32_t room = 8;
    const auto* const reg = std::get_if<ptx::Register>(&operand.value);
    const uint32_t bytes = reg != nullptr ? register_bytes(*reg) : room;
    const bool number = std::holds_alternative<ptx::Immediate>(operand.value) && !is_result;
    if ((reg == nullptr && !number) || (bytes != 2 && bytes != 4 && bytes != 8)) return std::nullopt;
    const uint32_t place = code_.local_bytes;
    code_.local_bytes += 2 * room; // keeps local_bytes a multiple of 16
    const Type type = bytes == 2 ? Type::b16 : bytes == 4 ? Type::b32 : Type::b64;
    if (!is_result) access_stack(source(operand, type), type, place, true);
    return place;
}

void FunctionDecoder::transfer_registers(bool begins) {
    const std::vector<ptx::Variable>& all = begins ? function_.parameters : function_.results;
    for (const ptx::Variable& variable : all) {
        if (variable.space != ptx::Space::reg) continue;
        const auto found = std::ranges::find(function_.registers, variable.name, &ptx::RegisterDecl::name);
        const uint32_t bytes = found == function_.registers.end() ? 0 : slot_bytes(found->type);
        if (bytes < 2) continue;
        const auto slot = register_slots_[static_cast<size_t>(found - function_.registers.begin())];
        access_stack(slot,
                     bytes == 2   ? Type::b16
                     : bytes == 4 ? Type::b32
                                  : Type::b64,
                     locals_.at(variable.name), !begins);
    }
}

void FunctionDecoder::decode_stack(const Instruction& in) {
    const std::vector<Type>& types = in.modifiers.types;
    if (types.size() != 1 || (types[0] != Type::u32 && types[0] != Type::u64)) return unsupported(in);
    if (!code_.allocated) {
        code_.allocated = allocate(8);
        code_.cleared.push_back({*code_.allocated, 8 * warp_size});
    }
    const bool restores = in.opcode == Opcode::stackrestore;
    uint32_t size = 0; // size for alloca, stack pointer for stackrestore
    if (restores || in.opcode == Opcode::alloca)
        size = resized(source(in.operands[restores ? 0 : 1], types[0]), slot_bytes(types[0]), 8, false);
    uint64_t alignment = 8;
    if (in.operands.size() > 2) {
        const auto* const given = std::get_if<ptx::Immediate>(&in.operands[2].value);
        if (given == nullptr || !std::has_single_bit(given->bits) || given->bits > max_local_bytes)
            return unsupported(in, msg("an alignment that is not a power of two"));
        alignment = given->bits;
    }
    if (restores) {
        Inst& inst = emit(stack_restore());
        inst.a = size;
        inst.b = *code_.allocated;
        return;
    }
    const Destination d = destination(in.operands[0], types[0]);
    const uint32_t pointer = d.to == d.from && slot_bytes(types[0]) == 8 ? d.slot : temporary(8);
    Inst& inst = emit(in.opcode == Opcode::alloca ? stack_allocate() : stack_save());
    inst.d = pointer;
    inst.a = size;
    inst.b = *code_.allocated;
    inst.aux = static_cast<uint32_t>(alignment);
    if (pointer != d.slot) {
        Inst& narrow = emit(find_resize(8, slot_bytes(types[0]), false));
        narrow.d = d.slot;
        narrow.a = pointer;
    }
    finish(d);
}

void FunctionDecoder::end_at_barrier(Inst& inst) {
    end_block(inst);
    emit(control_pass());
}

void FunctionDecoder::decode_barrier(const Instruction& in) {
    const ptx::Modifiers& m = in.modifiers;
    if (m.scope == ptx::Scope::cluster) {
        const bool waits = !m.unknown.empty() && m.unknown.front() == "wait";
        if (m.unknown.size() != (waits ? 1u : 0u) || waits == (m.mode == Mode::arrive) || !in.operands.empty())
            return unsupported(in);
        Inst& inst = emit(waits ? cluster_wait() : cluster_arrive());
        if (!predicated_) end_at_barrier(inst);
        return;
    }
    if (!m.unknown.empty()) return unsupported(in);
    if (m.mode == Mode::warp) {
        if (in.operands.empty()) return unsupported(in, msg("a barrier of a warp without its mask"));
        const uint32_t mask = source(in.operands[0], Type::b32);
        emit(barrier_warp_sync());
        Inst& more = emit(barrier_warp_sync());
        more.a = 1;
        more.b = mask;
        more.aux = no_value;
        return;
    }
    // All lanes must execute bar.* and barrier.*.aligned together.
    const uint32_t aligned = in.opcode == Opcode::bar || m.aligned ? 1 : 0;
    const bool reduction = m.mode == Mode::red;
    const size_t first = reduction ? 1 : 0;
    if (m.mode == Mode::none || in.operands.size() < first + 1) return unsupported(in);
    const uint32_t number = source(in.operands[first], Type::u32);
    const bool counted = in.operands.size() > first + (reduction ? 2 : 1);
    const uint32_t threads = counted ? source(in.operands[first + 1], Type::u32) : constant_bits(4, 0);
    if (!reduction) {
        Inst& inst = emit(m.mode == Mode::arrive ? barrier_arrive() : barrier_sync());
        inst.a = number;
        inst.b = threads;
        inst.d = aligned;
        if (!predicated_) end_at_barrier(inst);
        return;
    }
    const uint32_t vote = source(in.operands.back(), Type::pred);
    Inst& arrival = emit(barrier_reduce_arrive());
    arrival.a = number;
    arrival.b = threads;
    arrival.d = aligned;
    if (!predicated_) end_block(arrival);
    const Destination d = destination(in.operands[0], m.popc ? Type::u32 : Type::pred);
    Inst& result = emit(barrier_reduce_result());
    result.d = d.slot;
    result.b = vote;
    result.aux = static_cast<uint32_t>(m.popc                           ? BarrierReduction::popc
                                       : m.bool_op == ptx::BoolOp::and_ ? BarrierReduction::all
                                                                        : BarrierReduction::any);
    finish(d);
    if (!predicated_) emit(control_pass());
}

} // namespace warpscope::simt
