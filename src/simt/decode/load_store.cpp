#include <algorithm>
#include <limits>

#include "simt/decode/decoder.hpp"
#include "simt/memory/cooperative_workspace.hpp"
#include "simt/ops/predicates.hpp"
#include "simt/state/address_map.hpp"

namespace warpscope::simt {

using ptx::Opcode;
using ptx::Space;
using ptx::Type;

Space FunctionDecoder::effective_space(const Instruction& in, const ptx::Address& address) const {
    if (in.modifiers.space != Space::param) return in.modifiers.space;
    if (const auto* symbol = std::get_if<ptx::SymbolRef>(&address.base))
        return locals_.contains(symbol->name) ? Space::local : Space::param;
    return function_.is_entry ? Space::param : Space::local;
}

uint32_t FunctionDecoder::sum_of(uint32_t base, int64_t bytes) {
    Form add;
    add.opcode = Opcode::add;
    add.type = Type::u64;
    add.operands = 3;
    const uint32_t offset = constant_bits(8, static_cast<uint64_t>(bytes));
    const uint32_t sum = temporary(8);
    Inst& inst = emit(find_integer(add));
    inst.d = sum;
    inst.a = base;
    inst.b = offset;
    return sum;
}

std::optional<FunctionDecoder::AddressSlot> FunctionDecoder::address(const ptx::Address& address) {
    if (const auto* reg = std::get_if<ptx::Register>(&address.base)) {
        const uint32_t bytes = register_bytes(*reg);
        if (bytes != 4 && bytes != 8) return std::nullopt;
        if (address.offset < std::numeric_limits<int32_t>::min() ||
            address.offset > std::numeric_limits<int32_t>::max()) {
            if (bytes != 8) return std::nullopt;
            return AddressSlot{sum_of(register_slots_[reg->index], address.offset), 0, true, true};
        }
        return AddressSlot{register_slots_[reg->index], static_cast<int32_t>(address.offset), bytes == 8};
    }
    if (const auto* symbol = std::get_if<ptx::SymbolRef>(&address.base)) {
        const auto slot = address_of({symbol->name, symbol->offset + address.offset}, 8);
        if (!slot) return std::nullopt;
        return AddressSlot{*slot, 0, true};
    }
    const auto& absolute = std::get<ptx::Immediate>(address.base);
    return AddressSlot{constant_bits(8, absolute.bits + static_cast<uint64_t>(address.offset)), 0, true};
}

void FunctionDecoder::load_parameter(const Instruction& in, uint64_t offset) {
    const Type type = in.modifiers.types[0];
    const uint32_t bytes = slot_bytes(type), size = ptx::size_of(type);
    const auto* const vector = std::get_if<ptx::VectorOperand>(&in.operands[0].value);
    const size_t elements = vector != nullptr ? vector->elements.size() : 1;
    for (size_t k = 0; k < elements; ++k) {
        const uint64_t how = size | (is_signed(type) ? 0x100 : 0);
        const uint32_t value = constant({ConstantSlot::Kind::parameter, static_cast<uint8_t>(bytes), 0, how,
                                         static_cast<uint32_t>(offset + k * size)});
        const Destination d = destination(vector != nullptr ? vector->elements[k] : in.operands[0], type);
        Inst& inst = emit(find_move(bytes));
        inst.d = d.slot;
        inst.a = value;
        finish(d);
    }
}

/// Sets Inst::c to a cached shape that fits. Otherwise returns false and, if `keep`, caches this access's shape.
bool FunctionDecoder::shares_shape(Inst& inst, uint32_t bytes, bool keep) {
    inst.c = kept_shapes;
    if (predicated_) return false;
    for (uint32_t k = 0; k < kept_shapes; ++k) {
        const KeptShape& kept = shapes_[k];
        // An offset by whole elements preserves the alignment.
        if (kept.slot != inst.a || kept.bytes != bytes || (inst.b - kept.offset) % bytes != 0) continue;
        inst.c = k;
        return true;
    }
    if (!keep) return false;
    inst.c = next_shape_;
    next_shape_ = (next_shape_ + 1) % kept_shapes;
    shapes_[inst.c] = {inst.a, inst.b, bytes};
    return false;
}

void FunctionDecoder::keep_site(Inst& inst, MemorySite site) {
    if (!shared_targets_.empty()) site.shared_variable = shared_targets_[pc_ - code_.first_pc];
    inst.aux = static_cast<uint32_t>(out_.sites.size());
    out_.sites.push_back(site);
    out_.instructions[pc_].access_bytes = site.bytes;
}

void FunctionDecoder::decode_load_store(const Instruction& in) {
    const bool store = in.opcode == Opcode::st;
    const auto* const place = std::get_if<ptx::Address>(&in.operands[store ? 0 : 1].value);
    if (place == nullptr || in.modifiers.types.size() != 1) return unsupported(in);
    const Type type = in.modifiers.types[0];
    if (type == Type::b128) return decode_wide_access(in);
    if (slot_bytes(type) < 2) return unsupported(in);
    const Space space = effective_space(in, *place);
    if (!store && space == Space::param)
        if (const auto* symbol = std::get_if<ptx::SymbolRef>(&place->base)) {
            const auto parameter = kernel_parameters_.find(symbol->name);
            if (parameter == kernel_parameters_.end()) return unsupported(in, msg("its address is not a parameter"));
            return load_parameter(in, parameter->second + static_cast<uint64_t>(symbol->offset + place->offset));
        }

    const Operand& value = in.operands[store ? 1 : 0];
    const auto* const vector = std::get_if<ptx::VectorOperand>(&value.value);
    const size_t elements = vector != nullptr ? vector->elements.size() : 1;
    if (elements > 8 || elements != in.modifiers.vector) return unsupported(in);
    auto where = address(*place);
    if (!where) return unsupported(in, msg("its address"));
    if (!where->wide && (space == Space::global || space == Space::generic || space == Space::const_)) {
        where->slot = resized(where->slot, 4, 8, false);
        where->wide = where->temporary = true;
    }

    uint32_t bytes = 0;
    std::vector<const Operand*> operands;
    for (size_t k = 0; k < elements; ++k) operands.push_back(vector != nullptr ? &vector->elements[k] : &value);
    for (const Operand* operand : operands)
        if (const auto* reg = std::get_if<ptx::Register>(&operand->value))
            bytes = std::max(bytes, register_bytes(*reg));
    if (bytes == 0) bytes = slot_bytes(type);
    if (bytes < slot_bytes(type)) return unsupported(in, msg("a register narrower than the value"));
    // Only global memory needs host atomics: several host threads use it.
    const bool strong = is_strong(in.modifiers) && (space == Space::global || space == Space::generic);
    const MemoryHandler found = find_memory(
        {space, type, static_cast<uint8_t>(bytes), static_cast<uint8_t>(elements), store, where->wide, strong});
    if (found.handler == nullptr) return unsupported(in);

    MemorySite site;
    site.space = space;
    site.elements = static_cast<uint8_t>(elements);
    site.register_bytes = static_cast<uint8_t>(bytes);
    site.ops = strong ? strong_access(type, bytes, store) : found.ops;
    site.whole = strong && elements > 1;
    const Type slot_type = bytes == 2 ? Type::b16 : bytes == 4 ? Type::b32 : Type::b64;
    std::vector<Destination> destinations;
    for (size_t k = 0; k < elements; ++k) {
        if (store) {
            // Immediates have the access's type; registers have their own width.
            site.values[k] = std::holds_alternative<ptx::Immediate>(operands[k]->value) && bytes == slot_bytes(type)
                                 ? source(*operands[k], type)
                                 : source(*operands[k], slot_type);
        } else {
            destinations.push_back(destination(*operands[k], slot_type));
            site.values[k] = destinations.back().slot;
        }
    }
    Inst& inst = emit(found.handler);
    inst.d = site.values[0];
    inst.a = where->slot;
    inst.b = static_cast<uint32_t>(where->offset);
    site.bytes = static_cast<uint32_t>(ptx::size_of(type) * elements);
    keep_site(inst, site);
    const bool overwritten = // the load replaces its own address
        std::any_of(destinations.begin(), destinations.end(),
                    [&](const Destination& d) { return d.slot == where->slot || d.final == where->slot; });
    if (found.again != nullptr && shares_shape(inst, ptx::size_of(type), !where->temporary && !overwritten))
        inst.handler = found.again;
    for (const Destination& d : destinations) finish(d);
}

void FunctionDecoder::decode_atomic(const Instruction& in) {
    const bool returns = in.opcode == Opcode::atom;
    const size_t first = returns ? 1 : 0;
    const ptx::Modifiers& m = in.modifiers;
    const auto* const place =
        in.operands.size() > first + 1 ? std::get_if<ptx::Address>(&in.operands[first].value) : nullptr;
    if (place == nullptr || m.types.size() != 1) return unsupported(in);
    const Type type = m.types[0];
    if (type == Type::b128) return decode_wide_atomic(in);
    AtomicForm form{m.space, type, m.atomic, true, returns, false};
    auto where = address(*place);
    if (!where) return unsupported(in, msg("its address"));
    if (!where->wide) {
        where->slot = resized(where->slot, 4, 8, false);
        // Adds in 64 bits, which is equal because addresses of shared memory never wrap around.
        where->wide = true;
    }
    const Handler handler = find_atomic(form);
    const bool swap = m.atomic == ptx::AtomicOp::cas;
    if (handler == nullptr || in.operands.size() < first + (swap ? 3 : 2)) return unsupported(in);
    MemorySite site;
    site.space = m.space;
    site.elements = m.vector;
    std::vector<Destination> d;
    if (m.vector == 1) {
        site.values[0] = source(in.operands[first + 1], type);
        site.values[1] = swap ? source(in.operands[first + 2], type) : 0;
        if (returns) d.push_back(destination(in.operands[0], type));
    } else {
        // "_" discards the old values.
        const auto* const from = std::get_if<ptx::VectorOperand>(&in.operands[first + 1].value);
        const auto* const into = returns ? std::get_if<ptx::VectorOperand>(&in.operands[0].value) : nullptr;
        const bool wanted = returns && !std::holds_alternative<ptx::Sink>(in.operands[0].value);
        if (swap || from == nullptr || from->elements.size() != m.vector ||
            (wanted && (into == nullptr || into->elements.size() != m.vector)))
            return unsupported(in);
        for (size_t k = 0; k < m.vector; ++k) {
            site.values[k] = source(from->elements[k], type);
            if (returns) d.push_back(destination(into != nullptr ? into->elements[k] : in.operands[0], type));
            site.results[k] = returns ? d.back().slot : 0;
        }
    }
    Inst& inst = emit(handler);
    inst.d = returns ? d[0].slot : 0;
    inst.a = where->slot;
    inst.b = static_cast<uint32_t>(where->offset);
    site.bytes = ptx::size_of(type) * m.vector;
    keep_site(inst, site);
    for (const Destination& one : d) finish(one);
    if (m.atomic == ptx::AtomicOp::add && m.semantics == ptx::Semantics::release && returns) {
        Inst& arrival = emit(grid_arrival());
        arrival.a = where->slot;
        arrival.b = static_cast<uint32_t>(where->offset);
    }
}

void FunctionDecoder::decode_cvta(const Instruction& in) {
    const Space space = in.modifiers.space;
    if (in.modifiers.types.size() != 1 || slot_bytes(in.modifiers.types[0]) != 8) return unsupported(in);
    uint64_t base = 0;
    switch (space) {
    case Space::shared: base = shared_base; break;
    case Space::local: base = local_base; break;
    case Space::param: base = function_.is_entry ? param_base : local_base; break;
    case Space::global:
    case Space::const_: break; // equals the generic address
    default: return unsupported(in);
    }
    const uint32_t value = source(in.operands[1], Type::u64);
    const Destination d = destination(in.operands[0], Type::u64);
    if (base == 0) {
        Inst& inst = emit(find_move(8));
        inst.d = d.slot;
        inst.a = value;
        return finish(d);
    }
    Form form;
    form.opcode = in.modifiers.to ? Opcode::sub : Opcode::add;
    form.type = Type::u64;
    form.operands = 3;
    const uint32_t offset = constant_bits(8, base);
    Inst& inst = emit(find_integer(form));
    inst.d = d.slot;
    inst.a = value;
    inst.b = offset;
    finish(d);
}

void FunctionDecoder::decode_isspacep(const Instruction& in) {
    const Handler handler = find_space_test(in.modifiers.space);
    if (handler == nullptr) return unsupported(in);
    const uint32_t value = source(in.operands[1], Type::u64);
    const Destination d = destination(in.operands[0], Type::pred);
    Inst& inst = emit(handler);
    inst.d = d.slot;
    inst.a = value;
}

/// Every block is a cluster of its own, with rank 0.
void FunctionDecoder::decode_cluster_address(const Instruction& in) {
    if (in.modifiers.types.size() != 1) return unsupported(in);
    const Type type = in.opcode == Opcode::mapa ? in.modifiers.types[0] : Type::u32;
    const uint32_t value = in.opcode == Opcode::mapa ? source(in.operands[1], type) : constant_bits(4, 0);
    const Destination d = destination(in.operands[0], type);
    Inst& inst = emit(find_move(slot_bytes(type)));
    inst.d = d.slot;
    inst.a = value;
    finish(d);
}

} // namespace warpscope::simt
