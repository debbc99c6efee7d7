#include "simt/decode/decoder.hpp"

#include "simt/ops/predicates.hpp"

namespace warpscope::simt {

using ptx::Opcode;
using ptx::Type;

namespace {

Type doubled(Type type) {
    switch (type) {
    case Type::u16: return Type::u32;
    case Type::s16: return Type::s32;
    case Type::u32: return Type::u64;
    case Type::s32: return Type::s64;
    default: return Type::none;
    }
}

struct OperandTypes {
    Type d{};
    Type s[4]{};
    size_t suffixes = 1;
};

OperandTypes operand_types(const Form& f) {
    OperandTypes t{f.type, {f.type, f.type, f.type, f.type}};
    switch (f.opcode) {
    case Opcode::mul:
    case Opcode::mad:
        if (f.wide) t.d = t.s[2] = doubled(f.type);
        break;
    case Opcode::shl:
    case Opcode::shr: t.s[1] = Type::u32; break;
    case Opcode::bfe: t.s[1] = t.s[2] = Type::u32; break;
    case Opcode::bfi: t.s[2] = t.s[3] = Type::u32; break;
    case Opcode::popc:
    case Opcode::clz:
    case Opcode::bfind: t.d = Type::u32; break;
    case Opcode::selp: t.s[2] = Type::pred; break;
    case Opcode::testp: t.d = Type::pred; break;
    case Opcode::slct:
        t.s[2] = f.type2;
        t.suffixes = 2;
        break;
    case Opcode::dp4a:
    case Opcode::dp2a: t.suffixes = 2; break;
    case Opcode::cvt:
        t.suffixes = 2;
        t.s[0] = t.s[1] = f.type2;
        break;
    default: break;
    }
    return t;
}

} // namespace

Handler find_alu(const Form& f) {
    const bool directed =
        f.rounding == ptx::Rounding::rz || f.rounding == ptx::Rounding::rm || f.rounding == ptx::Rounding::rp;
    switch (f.opcode) {
    case Opcode::selp:
    case Opcode::slct: return find_select(f);
    case Opcode::testp: return find_compare(f);
    case Opcode::cvt:
        if (is_half(f.type) || is_half(f.type2)) return find_half_convert(f);
        return directed ? find_rounded(f) : find_convert(f);
    case Opcode::addc:
    case Opcode::subc:
    case Opcode::madc: return find_carry(f);
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::lg2:
    case Opcode::ex2:
    case Opcode::tanh: return find_approximate(f);
    default: break;
    }
    if (is_half(f.type)) return find_half(f);
    if (is_float(f.type)) {
        if (f.approx || f.full) return find_approximate(f);
        return directed ? find_rounded(f) : find_float(f);
    }
    if (f.cc) return find_carry(f);
    if (const Handler handler = find_integer(f)) return handler;
    return find_bits(f);
}

Form form_of(const ptx::Instruction& in) {
    const ptx::Modifiers& m = in.modifiers;
    Form f;
    f.opcode = in.opcode;
    if (!m.types.empty()) f.type = m.types[0];
    if (m.types.size() > 1) f.type2 = m.types[1];
    if (m.types.size() > 2) f.type3 = m.types[2];
    f.space = m.space;
    f.rounding = m.rounding;
    f.compare = m.compare;
    f.bool_op = m.bool_op;
    f.atomic = m.atomic;
    f.mode = m.mode;
    f.operands = static_cast<uint8_t>(in.operands.size());
    f.ftz = m.ftz;
    f.sat = m.sat;
    f.approx = m.approx;
    f.full = m.full;
    f.hi = m.hi;
    f.lo = m.lo;
    f.wide = m.wide;
    f.cc = m.cc;
    f.nan = m.nan;
    f.xorsign = m.xorsign;
    f.abs = m.abs;
    f.relu = m.relu;
    f.shiftamt = m.shiftamt;
    f.clamp = m.clamp;
    return f;
}

void FunctionDecoder::decode_alu(const Instruction& in) {
    const Form form = form_of(in);
    const bool is_extreme = in.opcode == Opcode::min || in.opcode == Opcode::max;
    const bool is_float_pair = in.opcode == Opcode::sub || in.opcode == Opcode::mul || in.opcode == Opcode::fma;
    if (in.opcode == Opcode::add || is_extreme || is_float_pair) {
        if (form.type == Type::u16x2 && !is_float_pair) return decode_parts(in, Type::u16);
        if (form.type == Type::s16x2 && !is_float_pair) return decode_parts(in, Type::s16);
        if (form.type == Type::f32x2 && !is_extreme) return decode_parts(in, Type::f32);
    }
    const OperandTypes types = operand_types(form);
    const Handler handler = find_alu(form);
    if (handler == nullptr || in.modifiers.types.size() != types.suffixes || !in.modifiers.unknown.empty())
        return unsupported(in);
    const size_t sources = in.operands.size() - 1;
    uint32_t slots[4]{};
    for (size_t k = 0; k < sources && k < 4; ++k) slots[k] = source(in.operands[k + 1], types.s[k]);
    const Destination d = destination(in.operands[0], types.d);
    emit(handler, d.slot, slots);
    finish(d);
}

void FunctionDecoder::decode_lop3(const Instruction& in) {
    // lop3.BoolOp.b32 d|p, a, b, c, table, q also sets p = (d != 0) BoolOp q.
    const bool with_predicate = in.modifiers.bool_op != ptx::BoolOp::none;
    const size_t first = with_predicate ? 2 : 1;
    const auto* const table =
        in.operands.size() > first + 3 ? std::get_if<ptx::Immediate>(&in.operands[first + 3].value) : nullptr;
    if (table == nullptr || form_of(in).type != Type::b32) return unsupported(in);
    uint32_t slots[4]{0, 0, 0, static_cast<uint32_t>(table->bits)};
    for (size_t k = 0; k < 3; ++k) slots[k] = source(in.operands[first + k], Type::b32);
    const Destination d = destination(in.operands[0], Type::b32);
    emit(find_bits(form_of(in)), d.slot, slots);
    if (!with_predicate) return;
    if (in.operands.size() != 7) return unsupported(in);
    Form not_zero;
    not_zero.opcode = Opcode::setp;
    not_zero.type = Type::b32;
    not_zero.compare = ptx::Compare::ne;
    const uint32_t raw = temporary(1);
    Inst& test = emit(find_compare(not_zero));
    test.d = raw;
    test.a = d.slot;
    test.b = constant_bits(4, 0);
    const uint32_t q = source(in.operands[6], Type::pred);
    const Destination p = destination(in.operands[1], Type::pred);
    Inst& combine = emit(find_predicate_logic(in.modifiers.bool_op == ptx::BoolOp::and_  ? Opcode::and_
                                              : in.modifiers.bool_op == ptx::BoolOp::or_ ? Opcode::or_
                                                                                         : Opcode::xor_));
    combine.d = p.slot;
    combine.a = raw;
    combine.b = q;
}

uint32_t FunctionDecoder::compare(const Instruction& in, Type type, uint32_t a, uint32_t b) {
    Form form = form_of(in);
    form.opcode = Opcode::setp;
    form.type = type;
    const Handler handler = find_compare(form);
    if (handler == nullptr) {
        failed_ = true;
        return 0;
    }
    const uint32_t result = temporary(1);
    Inst& inst = emit(handler);
    inst.d = result;
    inst.a = a;
    inst.b = b;
    return result;
}

std::array<uint32_t, 2> FunctionDecoder::halves(const Operand& pair, Type type) {
    const uint32_t whole = source(pair, type);
    const std::array<uint32_t, 2> parts{temporary(2), temporary(2)};
    Inst& inst = emit(find_pack(2, 2, false));
    inst.a = whole;
    inst.d = parts[0];
    inst.b = parts[1];
    return parts;
}

/// Returns the predicate's slot; for packed pairs, two slots, lower half first.
std::vector<uint32_t> FunctionDecoder::compare_parts(const Instruction& in, Type type, const Operand& a,
                                                     const Operand& b) {
    if (type != Type::f16x2 && type != Type::bf16x2) {
        const uint32_t left = source(a, type), right = source(b, type);
        return {compare(in, type, left, right)};
    }
    const auto left = halves(a, type), right = halves(b, type);
    const Type half = type == Type::f16x2 ? Type::f16 : Type::bf16;
    const uint32_t low = compare(in, half, left[0], right[0]);
    return {low, compare(in, half, left[1], right[1])};
}

uint32_t FunctionDecoder::combined(ptx::BoolOp with, uint32_t a, uint32_t b) {
    if (with == ptx::BoolOp::none) return a;
    const uint32_t result = temporary(1);
    Inst& inst = emit(find_predicate_logic(with == ptx::BoolOp::and_  ? Opcode::and_
                                           : with == ptx::BoolOp::or_ ? Opcode::or_
                                                                      : Opcode::xor_));
    inst.d = result;
    inst.a = a;
    inst.b = b;
    return result;
}

void FunctionDecoder::decode_setp(const Instruction& in) {
    const bool with_third = in.modifiers.bool_op != ptx::BoolOp::none;
    const size_t destinations = in.operands.size() - (with_third ? 3 : 2);
    if (in.modifiers.types.size() != 1 || destinations < 1 || destinations > 2) return unsupported(in);
    const Type type = in.modifiers.types[0];
    if (!with_third && destinations == 1 && type != Type::f16x2 && type != Type::bf16x2) {
        const Handler handler = find_compare(form_of(in));
        if (handler == nullptr) return unsupported(in);
        const uint32_t a = source(in.operands[1], type), b = source(in.operands[2], type);
        const Destination d = destination(in.operands[0], Type::pred);
        Inst& inst = emit(handler);
        inst.d = d.slot;
        inst.a = a;
        inst.b = b;
        return;
    }
    std::vector<uint32_t> holds = compare_parts(in, type, in.operands[destinations], in.operands[destinations + 1]);
    if (failed_) return;
    // p gets the comparison. q gets its complement or, for pairs, the comparison of the upper halves. Temporaries hold
    // both, because c may be p.
    if (holds.size() == 1 && destinations == 2) {
        holds.push_back(temporary(1));
        Inst& inst = emit(find_predicate_logic(Opcode::not_));
        inst.d = holds[1];
        inst.a = holds[0];
    }
    const uint32_t other = with_third ? source(in.operands.back(), Type::pred) : 0;
    for (uint32_t& value : holds) value = combined(in.modifiers.bool_op, value, other);
    for (size_t k = 0; k < destinations; ++k) {
        const Destination d = destination(in.operands[k], Type::pred);
        Inst& inst = emit(find_move(1));
        inst.d = d.slot;
        inst.a = holds[k];
    }
}

void FunctionDecoder::decode_set(const Instruction& in) {
    const bool with_third = in.modifiers.bool_op != ptx::BoolOp::none;
    if (in.modifiers.types.size() != 2 || in.operands.size() != (with_third ? 4u : 3u)) return unsupported(in);
    const Type to = in.modifiers.types[0], from = in.modifiers.types[1];
    // A true comparison gives 1.0 or, for integers, a result with all bits set.
    const bool pairs = from == Type::f16x2 || from == Type::bf16x2;
    const Type part = pairs || slot_bytes(to) == 2 ? Type::b16 : Type::b32;
    uint64_t one = part == Type::b16 ? 0xffffu : 0xffffffffu;
    if (to == Type::f32) one = 0x3f800000u;
    if (to == Type::f16 || to == Type::f16x2) one = 0x3c00u;
    if (to == Type::bf16 || to == Type::bf16x2) one = 0x3f80u;
    if (slot_bytes(to) != 4 && (pairs || slot_bytes(to) != 2)) return unsupported(in);
    if ((to == Type::f16x2 || to == Type::bf16x2 || to == Type::f32) && pairs != (to != Type::f32))
        return unsupported(in);
    const std::vector<uint32_t> holds = compare_parts(in, from, in.operands[1], in.operands[2]);
    if (failed_) return;
    const uint32_t other = with_third ? source(in.operands[3], Type::pred) : 0;
    Form select;
    select.opcode = Opcode::selp;
    select.type = part;
    const Destination d = destination(in.operands[0], to);
    uint32_t parts[2]{d.slot, 0};
    for (size_t k = 0; k < holds.size(); ++k) {
        const uint32_t condition = combined(in.modifiers.bool_op, holds[k], other);
        if (pairs) parts[k] = temporary(2);
        const uint32_t yes = constant_bits(slot_bytes(part), one), no = constant_bits(slot_bytes(part), 0);
        Inst& inst = emit(find_select(select));
        inst.d = parts[k];
        inst.a = yes;
        inst.b = no;
        inst.c = condition;
    }
    if (pairs) {
        Inst& inst = emit(find_pack(2, 2, true));
        inst.d = d.slot;
        inst.a = parts[0];
        inst.b = parts[1];
    }
    finish(d);
}

void FunctionDecoder::decode_mov(const Instruction& in) {
    if (in.modifiers.types.size() != 1 || in.modifiers.vector != 1 || in.operands.size() != 2) return unsupported(in);
    const Type type = in.modifiers.types[0];
    if (type == Type::b128) return decode_wide_mov(in);
    const auto* const into = std::get_if<ptx::VectorOperand>(&in.operands[0].value);
    const auto* const from = std::get_if<ptx::VectorOperand>(&in.operands[1].value);
    if (into == nullptr && from == nullptr) {
        const Handler handler = find_move(slot_bytes(type));
        if (handler == nullptr) return unsupported(in);
        const uint32_t value = source(in.operands[1], type);
        const Destination d = destination(in.operands[0], type);
        Inst& inst = emit(handler);
        inst.d = d.slot;
        inst.a = value;
        finish(d);
        return;
    }
    if (into != nullptr && from != nullptr) return unsupported(in);
    const auto& elements = (into != nullptr ? into : from)->elements;
    const auto parts = static_cast<uint32_t>(elements.size());
    const uint32_t whole = slot_bytes(type);
    const uint32_t part = parts != 0 ? whole / parts : 0;
    const Handler handler = find_pack(part, parts, from != nullptr);
    if (handler == nullptr || part * parts != whole) return unsupported(in);
    const Type part_type = part == 2 ? Type::b16 : Type::b32;
    if (from != nullptr) {
        uint32_t slots[4]{};
        for (uint32_t k = 0; k < parts; ++k) slots[k] = source(elements[k], part_type);
        const Destination d = destination(in.operands[0], type);
        emit(handler, d.slot, slots);
        return finish(d);
    }
    const uint32_t value = source(in.operands[1], type);
    Destination d[4];
    for (uint32_t k = 0; k < parts; ++k) d[k] = destination(elements[k], part_type);
    Inst& inst = emit(handler);
    inst.a = value;
    inst.d = d[0].slot;
    inst.b = d[1].slot;
    inst.c = d[2].slot;
    inst.aux = d[3].slot;
    for (uint32_t k = 0; k < parts; ++k) finish(d[k]);
}

} // namespace warpscope::simt
