#include <algorithm>
#include <bit>

#include "ptx/analysis/clock_values.hpp"
#include "ptx/analysis/shared_points_to.hpp"
#include "simt/decode/decoder.hpp"
#include "simt/divergence/warp.hpp"
#include "simt/ops/predicates.hpp"

namespace warpscope::simt {

using ptx::Space;
using ptx::Type;

namespace {

constexpr std::string_view reserved_shared_name = "%reserved_smem";

std::optional<uint32_t> reserved_offset(ptx::Special which) {
    switch (which) {
    case ptx::Special::reserved_smem_offset_begin:
    case ptx::Special::reserved_smem_offset_0: return 0;
    case ptx::Special::reserved_smem_offset_1: return reserved_shared_bytes / 2;
    case ptx::Special::reserved_smem_offset_end: return reserved_shared_bytes;
    default: return std::nullopt;
    }
}

} // namespace

uint32_t slot_bytes(Type type) {
    const uint32_t bytes = ptx::size_of(type);
    if (type == Type::pred) return bytes;
    return bytes == 1 ? 2 : bytes == 16 ? 0 : bytes;
}

bool is_signed(Type type) { return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64; }
bool is_half(Type type) {
    return type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2;
}
bool is_float(Type type) { return type == Type::f32 || type == Type::f64; }

uint32_t FunctionDecoder::allocate(uint32_t bytes) {
    if (bytes == 1) {
        // Predicates share a cache line, one word each.
        if (predicate_room_ == 0) {
            predicate_next_ = frame_bytes_;
            predicate_room_ = 16;
            frame_bytes_ += 64;
        }
        --predicate_room_;
        return std::exchange(predicate_next_, predicate_next_ + 4);
    }
    return std::exchange(frame_bytes_, frame_bytes_ + bytes * warp_size);
}

uint32_t FunctionDecoder::temporary(uint32_t bytes) {
    std::vector<uint32_t>& pool = temporaries_[bytes];
    size_t& used = temporaries_used_[bytes];
    if (used == pool.size()) pool.push_back(allocate(bytes));
    return pool[used++];
}

uint32_t FunctionDecoder::constant(ConstantSlot wanted) {
    const auto key = std::make_tuple(wanted.kind, wanted.bytes, wanted.bits, wanted.index);
    if (const auto found = constants_.find(key); found != constants_.end()) return found->second;
    wanted.offset = allocate(wanted.bytes);
    constants_.emplace(key, wanted.offset);
    code_.constants.push_back(wanted);
    return wanted.offset;
}

uint32_t FunctionDecoder::constant_bits(uint32_t bytes, uint64_t bits) {
    const uint64_t mask = bytes == 8 ? ~uint64_t{0} : bytes == 1 ? 1 : (uint64_t{1} << 8 * bytes) - 1;
    return constant({ConstantSlot::Kind::bits, static_cast<uint8_t>(bytes), 0, bits & mask, 0});
}

uint32_t FunctionDecoder::immediate(const ptx::Immediate& value, Type type) {
    uint64_t bits = value.bits;
    if (value.floating) {
        const double number =
            value.single ? std::bit_cast<float>(static_cast<uint32_t>(value.bits)) : std::bit_cast<double>(value.bits);
        const uint32_t bytes = slot_bytes(type);
        // Keeps a literal's bits if it has the register's width: a conversion could change a NaN's payload.
        if (bytes == 4) bits = value.single ? value.bits : std::bit_cast<uint32_t>(static_cast<float>(number));
        if (bytes == 8) bits = value.single ? std::bit_cast<uint64_t>(number) : value.bits;
        if (bytes == 2) bits = half_from_float(static_cast<float>(number));
    }
    return constant_bits(slot_bytes(type), bits);
}

uint32_t FunctionDecoder::reserved_shared(uint32_t offset, uint32_t bytes) {
    auto& variables = out_.shared_variables;
    auto found = std::ranges::find(variables, reserved_shared_name, &SharedVariable::name);
    if (found == variables.end()) {
        variables.push_back({std::string(reserved_shared_name), ~0u, 16, reserved_shared_bytes, false});
        found = variables.end() - 1;
    }
    const auto index = static_cast<uint32_t>(found - variables.begin());
    if (std::ranges::find(code_.shared_variables, index) == code_.shared_variables.end())
        code_.shared_variables.push_back(index);
    return constant({ConstantSlot::Kind::shared, static_cast<uint8_t>(bytes), 0, offset, index});
}

uint32_t FunctionDecoder::special(const ptx::SpecialRegister& which) {
    const auto key = std::make_pair(which.which, which.component);
    if (const auto found = specials_.find(key); found != specials_.end()) return found->second;
    const uint32_t offset = allocate(bytes_of(which.which));
    specials_.emplace(key, offset);
    code_.specials.push_back({which.which, which.component, offset});
    if (which.which == ptx::Special::envreg && (which.component == 1 || which.component == 2))
        out_.reads_grid_workspace = true;
    return offset;
}

uint32_t FunctionDecoder::shared_variable(const std::string& name) const {
    for (const uint32_t function : {function_index_, ~0u})
        for (uint32_t k = 0; k < out_.shared_variables.size(); ++k)
            if (out_.shared_variables[k].name == name && out_.shared_variables[k].function == function) return k;
    return ptx::no_shared_variable;
}

std::optional<uint32_t> FunctionDecoder::address_of(const ptx::SymbolRef& symbol, uint32_t bytes) {
    const auto width = static_cast<uint8_t>(bytes);
    const auto addend = static_cast<uint64_t>(symbol.offset);
    using Kind = ConstantSlot::Kind;
    if (const auto local = locals_.find(symbol.name); local != locals_.end())
        return constant({Kind::local, width, 0, local->second + addend, 0});
    if (const auto parameter = kernel_parameters_.find(symbol.name); parameter != kernel_parameters_.end())
        return constant_bits(bytes, parameter->second + addend);
    if (const uint32_t k = shared_variable(symbol.name); k != ptx::no_shared_variable) {
        if (std::ranges::find(code_.shared_variables, k) == code_.shared_variables.end())
            code_.shared_variables.push_back(k);
        return constant({Kind::shared, width, 0, addend, k});
    }
    for (uint32_t k = 0; k < module_.variables.size(); ++k) {
        const ptx::Variable& variable = module_.variables[k];
        if (variable.name == symbol.name && (variable.space == Space::global || variable.space == Space::const_))
            return constant({Kind::variable, width, 0, addend, k});
    }
    if (const ptx::Function* const function = module_.find_function(symbol.name))
        return constant({Kind::function, width, 0, addend, static_cast<uint32_t>(function - module_.functions.data())});
    return std::nullopt;
}

uint32_t FunctionDecoder::resized(uint32_t slot, uint32_t from, uint32_t to, bool sign) {
    if (from == to) return slot;
    const Handler handler = find_resize(from, to, sign);
    if (handler == nullptr) {
        failed_ = true;
        return slot;
    }
    const uint32_t result = temporary(to);
    Inst& inst = emit(handler);
    inst.d = result;
    inst.a = slot;
    return result;
}

uint32_t FunctionDecoder::register_bytes(const ptx::Register& reg) const {
    return slot_bytes(function_.registers[reg.index].type);
}

uint32_t FunctionDecoder::predicate(const ptx::Register& reg) {
    const uint32_t slot = register_slots_[reg.index];
    if (!reg.negated) return slot;
    const uint32_t result = temporary(1);
    Inst& inst = emit(find_predicate_logic(ptx::Opcode::not_));
    inst.d = result;
    inst.a = slot;
    return result;
}

uint32_t FunctionDecoder::source(const Operand& operand, Type type) {
    const uint32_t wanted = slot_bytes(type);
    if (const auto* reg = std::get_if<ptx::Register>(&operand.value)) {
        if ((type == Type::pred) != (register_bytes(*reg) == 1)) {
            failed_ = true;
            return 0;
        }
        if (type == Type::pred) return predicate(*reg);
        return resized(register_slots_[reg->index], register_bytes(*reg), wanted, false);
    }
    if (const auto* value = std::get_if<ptx::Immediate>(&operand.value)) return immediate(*value, type);
    if (const auto* which = std::get_if<ptx::SpecialRegister>(&operand.value)) {
        if ((type == Type::pred) != (which->which == ptx::Special::is_explicit_cluster)) {
            failed_ = true;
            return 0;
        }
        // Clusters are never launched, so %is_explicit_cluster is false.
        if (type == Type::pred) return constant_bits(1, 0);
        if (const auto offset = reserved_offset(which->which)) return reserved_shared(*offset, wanted);
        const uint32_t bytes = bytes_of(which->which);
        if (!ptx::shows_time(which->which)) return resized(special(*which), bytes, wanted, false);
        const uint32_t now = temporary(bytes);
        out_.reads_clocks = true;
        Inst& inst = emit(special_read());
        inst.d = now;
        inst.aux = static_cast<uint32_t>(which->which);
        return resized(now, bytes, wanted, false);
    }
    if (const auto* symbol = std::get_if<ptx::SymbolRef>(&operand.value))
        if (const auto slot = address_of(*symbol, wanted)) return *slot;
    failed_ = true;
    return 0;
}

FunctionDecoder::Destination FunctionDecoder::destination(const Operand& operand, Type type) {
    const uint32_t wanted = slot_bytes(type);
    if (const auto* reg = std::get_if<ptx::Register>(&operand.value)) {
        const uint32_t slot = register_slots_[reg->index], bytes = register_bytes(*reg);
        if ((bytes == 1) != (wanted == 1)) failed_ = true;
        for (KeptShape& kept : shapes_)
            if (kept.slot == slot) kept.slot = ~0u;
        if (bytes == wanted) return {slot, slot, bytes, bytes, false};
        return {temporary(wanted), slot, wanted, bytes, is_signed(type)};
    }
    if (!std::holds_alternative<ptx::Sink>(operand.value)) failed_ = true;
    return {temporary(wanted), 0, wanted, wanted, false};
}

void FunctionDecoder::finish(const Destination& d) {
    if (d.from == d.to) return;
    const Handler handler = find_resize(d.from, d.to, d.sign);
    if (handler == nullptr) {
        failed_ = true;
        return;
    }
    Inst& inst = emit(handler);
    inst.d = d.final;
    inst.a = d.slot;
}

} // namespace warpscope::simt
