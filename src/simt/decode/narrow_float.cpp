#include <algorithm>

#include "simt/code/narrow_float.hpp"
#include "simt/decode/decoder.hpp"

namespace warpscope::simt {

using ptx::Rounding;
using ptx::Type;

namespace {

bool is_eight_bits(Type type) { return type == Type::e4m3x2 || type == Type::e5m2x2; }

/// Returns PackOption bits, or 0 if PTX has no such form.
uint32_t packing_of(const ptx::Modifiers& m) {
    const auto is = [&m](Type type, std::string_view name, std::initializer_list<Type> others) {
        const bool by_name = type == Type::none;
        if (m.unknown.size() != (by_name ? 2u : 1u) || (by_name && m.unknown[1] != name)) return false;
        std::vector<Type> types(others);
        if (!by_name) types.insert(types.begin(), type);
        return m.types == types;
    };
    if (is(Type::u16, {}, {Type::s32})) return 16;
    if (is(Type::s16, {}, {Type::s32})) return 16 | pack_signed;
    if (is(Type::u8, {}, {Type::s32, Type::b32})) return 8;
    if (is(Type::s8, {}, {Type::s32, Type::b32})) return 8 | pack_signed;
    if (is(Type::none, "u4", {Type::s32, Type::b32})) return 4;
    if (is(Type::none, "s4", {Type::s32, Type::b32})) return 4 | pack_signed;
    if (is(Type::none, "u2", {Type::s32, Type::b32})) return 2;
    if (is(Type::none, "s2", {Type::s32, Type::b32})) return 2 | pack_signed;
    return 0;
}

} // namespace

bool is_narrow_conversion(const ptx::Modifiers& m) {
    const bool packs = !m.unknown.empty() && m.unknown.front() == "pack";
    return packs || m.satfinite ||
           std::ranges::any_of(m.types, [](Type type) { return is_eight_bits(type) || type == Type::tf32; });
}

void FunctionDecoder::decode_pack(const Instruction& in) {
    const uint32_t how = packing_of(in.modifiers);
    if (how == 0 || !in.modifiers.sat || in.operands.size() != ((how & pack_bits) == 16 ? 3u : 4u))
        return unsupported(in);
    const uint32_t a = source(in.operands[1], Type::s32), b = source(in.operands[2], Type::s32);
    const uint32_t c = in.operands.size() == 4 ? source(in.operands[3], Type::b32) : constant_bits(4, 0);
    const Destination d = destination(in.operands[0], Type::b32);
    Inst& inst = emit(find_integer_pack());
    inst.d = d.slot;
    inst.a = a;
    inst.b = b;
    inst.c = c;
    inst.aux = how;
    finish(d);
}

void FunctionDecoder::decode_narrow(const Instruction& in) {
    const ptx::Modifiers& m = in.modifiers;
    if (!m.unknown.empty() && m.unknown.front() == "pack") return decode_pack(in);
    if (!m.unknown.empty() || m.types.size() != 2 || m.ftz || m.sat) return unsupported(in);
    const Type to = m.types[0], from = m.types[1];
    const Handler handler = find_narrow(to, from);
    const bool pairs = from == Type::f32 && (is_eight_bits(to) || to == Type::f16x2 || to == Type::bf16x2);
    const bool rounds = m.rounding == Rounding::rn ||
                        (m.rounding == Rounding::rz && !is_eight_bits(to) && !is_eight_bits(from)) ||
                        (m.rounding == Rounding::rna && to == Type::tf32 && !m.relu);
    // 8-bit formats require .satfinite, because they have no infinity.
    if (handler == nullptr || !rounds || (is_eight_bits(to) && !m.satfinite) || (is_eight_bits(from) && m.satfinite) ||
        in.operands.size() != (pairs ? 3u : 2u))
        return unsupported(in);
    const uint32_t a = source(in.operands[1], from);
    const uint32_t b = pairs ? source(in.operands[2], from) : a;
    const Destination d = destination(in.operands[0], to);
    Inst& inst = emit(handler);
    inst.d = d.slot;
    inst.a = a;
    inst.b = b;
    inst.aux = static_cast<uint32_t>(m.rounding) | (m.relu ? uint32_t{narrow_relu} : 0u) |
               (m.satfinite ? uint32_t{narrow_finite} : 0u);
    finish(d);
}

} // namespace warpscope::simt
