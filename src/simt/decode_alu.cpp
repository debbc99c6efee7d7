#include "simt/decode.hpp"

#include "simt/predicates.hpp"

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
    size_t suffixes = 1; // how many types the mnemonic has
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

} // namespace

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
    const OperandTypes types = operand_types(form);
    const Handler handler = find_alu(form);
    if (handler == nullptr || in.modifiers.types.size() != types.suffixes) return unsupported(in);
    const size_t sources = in.operands.size() - 1;
    uint32_t slots[4]{};
    for (size_t k = 0; k < sources && k < 4; ++k) slots[k] = source(in.operands[k + 1], types.s[k]);
    const Destination d = destination(in.operands[0], types.d);
    Inst& inst = emit(handler);
    inst.d = d.slot;
    inst.a = slots[0];
    inst.b = slots[1];
    inst.c = slots[2];
    inst.aux = slots[3];
    finish(d);
}

void FunctionDecoder::decode_lop3(const Instruction& in) {
    // lop3.BoolOp.b32 d|p, a, b, c, table, q: also p = (d != 0) BoolOp q.
    const bool with_predicate = in.modifiers.bool_op != ptx::BoolOp::none;
    const size_t first = with_predicate ? 2 : 1;
    const auto* const table =
        in.operands.size() > first + 3 ? std::get_if<ptx::Immediate>(&in.operands[first + 3].value) : nullptr;
    if (table == nullptr || form_of(in).type != Type::b32) return unsupported(in);
    uint32_t slots[3];
    for (size_t k = 0; k < 3; ++k) slots[k] = source(in.operands[first + k], Type::b32);
    const Destination d = destination(in.operands[0], Type::b32);
    Inst& inst = emit(find_bits(form_of(in)));
    inst.d = d.slot;
    inst.a = slots[0];
    inst.b = slots[1];
    inst.c = slots[2];
    inst.aux = static_cast<uint32_t>(table->bits);
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

uint32_t FunctionDecoder::compare(const Instruction& in, Type type, const Operand& a, const Operand& b) {
    Form form = form_of(in);
    form.opcode = Opcode::setp;
    form.type = type;
    const Handler handler = find_compare(form);
    if (handler == nullptr) {
        failed_ = true;
        return 0;
    }
    const uint32_t left = source(a, type), right = source(b, type);
    const uint32_t result = temporary(1);
    Inst& inst = emit(handler);
    inst.d = result;
    inst.a = left;
    inst.b = right;
    return result;
}

void FunctionDecoder::decode_setp(const Instruction& in) {
    const bool combined = in.modifiers.bool_op != ptx::BoolOp::none;
    const size_t destinations = in.operands.size() - (combined ? 3 : 2);
    if (in.modifiers.types.size() != 1 || destinations < 1 || destinations > 2) return unsupported(in);
    const Type type = in.modifiers.types[0];
    if (type == Type::f16x2 || type == Type::bf16x2) return unsupported(in);
    if (!combined && destinations == 1) {
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
    uint32_t holds = compare(in, type, in.operands[destinations], in.operands[destinations + 1]);
    if (failed_) return;
    const uint32_t other = combined ? source(in.operands.back(), Type::pred) : 0;
    const Opcode combine = in.modifiers.bool_op == ptx::BoolOp::and_  ? Opcode::and_
                           : in.modifiers.bool_op == ptx::BoolOp::or_ ? Opcode::or_
                                                                      : Opcode::xor_;
    // p gets the comparison, q its complement, each combined with c. Results go to temporaries first: c may be p.
    uint32_t results[2]{};
    for (size_t k = 0; k < destinations; ++k) {
        uint32_t value = holds;
        if (k == 1) {
            value = temporary(1);
            Inst& inst = emit(find_predicate_logic(Opcode::not_));
            inst.d = value;
            inst.a = holds;
        }
        results[k] = value;
        if (combined) {
            results[k] = temporary(1);
            Inst& inst = emit(find_predicate_logic(combine));
            inst.d = results[k];
            inst.a = value;
            inst.b = other;
        }
    }
    for (size_t k = 0; k < destinations; ++k) {
        const Destination d = destination(in.operands[k], Type::pred);
        Inst& inst = emit(find_move(1));
        inst.d = d.slot;
        inst.a = results[k];
    }
}

void FunctionDecoder::decode_set(const Instruction& in) {
    if (in.modifiers.types.size() != 2) return unsupported(in);
    const Type to = in.modifiers.types[0], from = in.modifiers.types[1];
    if (slot_bytes(to) != 4 || from == Type::f16x2 || from == Type::bf16x2) return unsupported(in);
    uint32_t holds = compare(in, from, in.operands[1], in.operands[2]);
    if (failed_) return;
    if (in.modifiers.bool_op != ptx::BoolOp::none) {
        const uint32_t other = source(in.operands[3], Type::pred);
        const uint32_t combined = temporary(1);
        Inst& inst = emit(find_predicate_logic(in.modifiers.bool_op == ptx::BoolOp::and_  ? Opcode::and_
                                               : in.modifiers.bool_op == ptx::BoolOp::or_ ? Opcode::or_
                                                                                          : Opcode::xor_));
        inst.d = combined;
        inst.a = holds;
        inst.b = other;
        holds = combined;
    }
    Form select;
    select.opcode = Opcode::selp;
    select.type = to;
    const uint64_t one = to == Type::f32 ? 0x3f800000u : 0xffffffffu;
    const uint32_t yes = constant_bits(4, one), no = constant_bits(4, 0);
    const Destination d = destination(in.operands[0], to);
    Inst& inst = emit(find_select(select));
    inst.d = d.slot;
    inst.a = yes;
    inst.b = no;
    inst.c = holds;
    finish(d);
}

void FunctionDecoder::decode_mov(const Instruction& in) {
    if (in.modifiers.types.size() != 1 || in.modifiers.vector != 1 || in.operands.size() != 2) return unsupported(in);
    const Type type = in.modifiers.types[0];
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
        Inst& inst = emit(handler);
        inst.d = d.slot;
        inst.a = slots[0];
        inst.b = slots[1];
        inst.c = slots[2];
        inst.aux = slots[3];
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
