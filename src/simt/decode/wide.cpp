// Decodes 128-bit registers: two 64-bit slots, lower half first.
#include "simt/decode/decoder.hpp"

namespace warpscope::simt {

using ptx::Opcode;
using ptx::Space;
using ptx::Type;

std::optional<std::array<uint32_t, 2>> FunctionDecoder::wide_register(const Operand& operand) {
    if (std::holds_alternative<ptx::Sink>(operand.value)) return std::array{temporary(8), temporary(8)};
    const auto* const reg = std::get_if<ptx::Register>(&operand.value);
    if (reg == nullptr || function_.registers[reg->index].type != Type::b128) return std::nullopt;
    const uint32_t first = register_slots_[reg->index];
    return std::array{first, first + 8 * warp_size};
}

void FunctionDecoder::decode_wide_mov(const Instruction& in) {
    const auto halves = [this](const Operand& operand, bool written) -> std::optional<std::array<uint32_t, 2>> {
        const auto* const pair = std::get_if<ptx::VectorOperand>(&operand.value);
        if (pair == nullptr) return wide_register(operand);
        if (pair->elements.size() != 2) return std::nullopt;
        std::array<uint32_t, 2> slots{};
        for (size_t k = 0; k < 2; ++k) {
            const auto* const reg = std::get_if<ptx::Register>(&pair->elements[k].value);
            if (written && reg != nullptr && register_bytes(*reg) != 8) return std::nullopt;
            slots[k] = written ? destination(pair->elements[k], Type::b64).slot : source(pair->elements[k], Type::b64);
        }
        return slots;
    };
    const auto from = halves(in.operands[1], false);
    const auto into = halves(in.operands[0], true);
    if (!from || !into) return unsupported(in);
    const std::array between{temporary(8), temporary(8)}; // allows "{a, b} = {b, a}"
    for (const auto& [d, a] : {std::pair(between[0], (*from)[0]), std::pair(between[1], (*from)[1]),
                               std::pair((*into)[0], between[0]), std::pair((*into)[1], between[1])}) {
        Inst& inst = emit(find_move(8));
        inst.d = d;
        inst.a = a;
    }
}

void FunctionDecoder::decode_wide_access(const Instruction& in) {
    const bool store = in.opcode == Opcode::st;
    const auto* const place = std::get_if<ptx::Address>(&in.operands[store ? 0 : 1].value);
    const auto value = wide_register(in.operands[store ? 1 : 0]);
    if (place == nullptr || !value || in.modifiers.vector != 1) return unsupported(in);
    const Space space = effective_space(in, *place);
    if (!store && space == Space::param && std::holds_alternative<ptx::SymbolRef>(place->base))
        return unsupported(in, msg("a parameter of 128 bits"));
    auto where = address(*place);
    if (!where) return unsupported(in, msg("its address"));
    if (!where->wide) where->slot = resized(where->slot, 4, 8, false);
    MemorySite site;
    site.space = space;
    site.elements = 2;
    site.register_bytes = 8;
    const bool strong = is_strong(in.modifiers) && (space == Space::global || space == Space::generic);
    const MemoryHandler found = find_memory({space, Type::b64, 8, 2, store, true, strong});
    site.ops = strong ? strong_access(Type::b64, 8, store) : found.ops;
    site.whole = strong;
    site.values[0] = (*value)[0];
    site.values[1] = (*value)[1];
    Inst& inst = emit(found.handler);
    inst.d = site.values[0];
    inst.a = where->slot;
    inst.b = static_cast<uint32_t>(where->offset);
    site.bytes = 16;
    keep_site(inst, site);
}

void FunctionDecoder::decode_wide_atomic(const Instruction& in) {
    const bool swap = in.modifiers.atomic == ptx::AtomicOp::cas;
    const auto* const place = std::get_if<ptx::Address>(&in.operands[1].value);
    if (in.opcode != Opcode::atom || place == nullptr || in.operands.size() < (swap ? 4u : 3u)) return unsupported(in);
    const auto d = wide_register(in.operands[0]), b = wide_register(in.operands[2]);
    const auto c = swap ? wide_register(in.operands[3]) : b;
    auto where = address(*place);
    const Handler handler = find_wide_atomic(in.modifiers.space, in.modifiers.atomic);
    if (!d || !b || !c || !where || handler == nullptr) return unsupported(in);
    if (!where->wide) where->slot = resized(where->slot, 4, 8, false);
    MemorySite site;
    site.space = in.modifiers.space;
    site.elements = 2;
    for (size_t k = 0; k < 2; ++k) {
        site.results[k] = (*d)[k];
        site.values[k] = (*b)[k];
        site.values[2 + k] = (*c)[k];
    }
    Inst& inst = emit(handler);
    inst.d = site.results[0];
    inst.a = where->slot;
    inst.b = static_cast<uint32_t>(where->offset);
    site.bytes = 16;
    keep_site(inst, site);
}

} // namespace warpscope::simt
