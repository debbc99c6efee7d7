#include <algorithm>

#include "simt/decode/decoder.hpp"

namespace warpscope::simt {

using ptx::AtomicOp;
using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

namespace {

struct VideoShape {
    Opcode operation{};
    uint8_t parts = 1;
};

VideoShape shape_of(Opcode opcode) {
    switch (opcode) {
    case Opcode::vadd2: return {Opcode::vadd, 2};
    case Opcode::vsub2: return {Opcode::vsub, 2};
    case Opcode::vavrg2: return {Opcode::vavrg2, 2};
    case Opcode::vabsdiff2: return {Opcode::vabsdiff, 2};
    case Opcode::vmin2: return {Opcode::vmin, 2};
    case Opcode::vmax2: return {Opcode::vmax, 2};
    case Opcode::vset2: return {Opcode::vset, 2};
    case Opcode::vadd4: return {Opcode::vadd, 4};
    case Opcode::vsub4: return {Opcode::vsub, 4};
    case Opcode::vavrg4: return {Opcode::vavrg2, 4};
    case Opcode::vabsdiff4: return {Opcode::vabsdiff, 4};
    case Opcode::vmin4: return {Opcode::vmin, 4};
    case Opcode::vmax4: return {Opcode::vmax, 4};
    case Opcode::vset4: return {Opcode::vset, 4};
    default: return {opcode, 1};
    }
}

ptx::RegisterPart part_of(const ptx::Operand& operand) {
    const auto* const reg = std::get_if<ptx::Register>(&operand.value);
    return reg != nullptr ? reg->part : ptx::RegisterPart{};
}
uint8_t digit(const ptx::RegisterPart& part, uint8_t index) {
    return static_cast<uint8_t>(part.digits >> 4 * index & 0xf);
}

/// Returns false if PTX does not allow the selection. The second operand may select parts of the first.
bool pick(VideoSite::Pick& to, ptx::RegisterPart part, uint8_t parts, bool second) {
    const uint8_t base = second ? 32 : 0;
    if (parts == 1) {
        to.bits = part.bits == 0 ? 32 : part.bits;
        to.first[0] = static_cast<uint8_t>(base + (part.bits == 0 ? 0 : digit(part, 0) * part.bits));
        return part.bits == 0 || (part.count == 1 && digit(part, 0) * part.bits < 32);
    }
    to.bits = static_cast<uint8_t>(32 / parts);
    for (uint8_t k = 0; k < parts; ++k)
        to.first[k] = static_cast<uint8_t>(part.bits == 0 ? base + k * to.bits : digit(part, k) * to.bits);
    if (part.bits == 0) return true;
    if (part.bits != to.bits || part.count != parts) return false;
    for (uint8_t k = 0; k < parts; ++k)
        if (to.first[k] >= 64) return false;
    return true;
}

/// Returns one bit per selected part; 0 if the selector's digits, as written left to right, do not descend.
uint8_t mask_of(ptx::RegisterPart part, uint8_t parts) {
    if (part.bits == 0) return static_cast<uint8_t>((1u << parts) - 1);
    if (part.bits != 32 / parts) return 0;
    uint32_t mask = 0;
    for (uint8_t k = 0; k < part.count; ++k) {
        const uint32_t bit = 1u << digit(part, k);
        if (bit <= mask || bit >= 1u << parts) return 0;
        mask |= bit;
    }
    return static_cast<uint8_t>(mask);
}

} // namespace

void FunctionDecoder::decode_parts(const Instruction& in, Type part) {
    const uint32_t bytes = slot_bytes(part);
    Form form = form_of(in);
    const Type whole = form.type;
    form.type = part;
    form.relu = false;
    const size_t sources = in.operands.size() - 1;
    const Handler handler = find_alu(form);
    const bool relu = in.modifiers.relu;
    if (handler == nullptr || in.modifiers.types.size() != 1 || sources > 3 || (relu && !is_signed(part)))
        return unsupported(in);
    uint32_t halves[3][2]{};
    for (size_t k = 0; k < sources; ++k) {
        const uint32_t value = source(in.operands[k + 1], whole);
        for (uint32_t& half : halves[k]) half = temporary(bytes);
        Inst& inst = emit(find_pack(bytes, 2, false));
        inst.a = value;
        inst.d = halves[k][0];
        inst.b = halves[k][1];
    }
    for (size_t half = 0; half < 2; ++half) {
        Inst& inst = emit(handler);
        inst.d = halves[0][half];
        inst.a = halves[0][half];
        inst.b = halves[1][half];
        inst.c = halves[2][half];
        if (!relu) continue;
        form.opcode = Opcode::max;
        const uint32_t zero = constant_bits(bytes, 0);
        Inst& rectify = emit(find_alu(form));
        rectify.d = rectify.a = halves[0][half];
        rectify.b = zero;
    }
    const Destination d = destination(in.operands[0], whole);
    Inst& inst = emit(find_pack(bytes, 2, true));
    inst.d = d.slot;
    inst.a = halves[0][0];
    inst.b = halves[0][1];
    finish(d);
}

void FunctionDecoder::decode_video(const Instruction& in) {
    const ptx::Modifiers& m = in.modifiers;
    const auto [operation, parts] = shape_of(in.opcode);
    VideoSite site;
    site.operation = operation;
    site.parts = parts;
    site.part_bits = static_cast<uint8_t>(32 / parts);
    site.compare = m.compare;
    site.second = m.atomic;
    site.saturates = m.sat;
    site.wraps = m.wrap;
    // A comparison has no result type; c has the type of a.
    const size_t first = operation == Opcode::vset ? 0 : 1;
    if (m.types.size() != first + 2) return unsupported(in);
    for (const Type type : m.types)
        if (type != Type::u32 && type != Type::s32) return unsupported(in);
    site.is_signed = m.types[0] == Type::s32;
    site.a.is_signed = m.types[first] == Type::s32;
    site.b.is_signed = m.types[first + 1] == Type::s32;
    if ((operation == Opcode::vset) != (m.compare != ptx::Compare::none)) return unsupported(in);
    const bool shifts = operation == Opcode::vshl || operation == Opcode::vshr;
    if (shifts && (m.wrap == m.clamp || site.b.is_signed)) return unsupported(in, msg("it has no .clamp or .wrap"));
    if (parts > 1 && m.atomic != AtomicOp::none && m.atomic != AtomicOp::add) return unsupported(in);

    if (!pick(site.a, part_of(in.operands[1]), parts, false) || !pick(site.b, part_of(in.operands[2]), parts, true))
        return unsupported(in, msg("its selection of parts"));
    const ptx::RegisterPart into = part_of(in.operands[0]);
    const bool has_c = in.operands.size() == 4;
    site.mask = parts == 1 ? 1 : mask_of(into, parts);
    if (site.mask == 0) return unsupported(in, msg("its mask"));
    if (parts == 1 && into.bits != 0) {
        site.part_bits = into.bits;
        site.merge_at = static_cast<uint8_t>(digit(into, 0) * into.bits);
        if (!has_c || into.count != 1 || m.atomic != AtomicOp::none) return unsupported(in);
        // An H100 merges differently from the manual. Only .h1 was tested, so other parts are refused.
        constexpr Opcode asked[] = {Opcode::vadd, Opcode::vsub, Opcode::vabsdiff, Opcode::vmin, Opcode::vmax};
        if (into.bits != 16 || site.merge_at != 16 || std::ranges::find(asked, operation) == std::end(asked))
            return unsupported(in, msg("its merging into this part"));
    }
    if (operation == Opcode::vmad) {
        site.negates_product = part_of(in.operands[1]).minus != part_of(in.operands[2]).minus;
        site.negates_c = part_of(in.operands[3]).minus;
        site.plus_one = m.po;
        site.any_signed = site.a.is_signed || site.b.is_signed || site.negates_product || site.negates_c;
        // An H100 treats 32-bit factors as signed, whatever their type.
        for (VideoSite::Pick* const factor : {&site.a, &site.b})
            factor->is_signed = factor->is_signed || factor->bits == 32;
        site.shift = m.mode == Mode::shr7 ? 7 : m.mode == Mode::shr15 ? 15 : 0;
    } else if (parts == 1 && has_c != (m.atomic != AtomicOp::none || into.bits != 0)) {
        return unsupported(in);
    }

    const uint32_t a = source(in.operands[1], Type::u32), b = source(in.operands[2], Type::u32);
    const uint32_t c = has_c ? source(in.operands[3], Type::u32) : constant_bits(4, 0);
    const Destination d = destination(in.operands[0], Type::u32);
    Inst& inst = emit(find_video());
    inst.d = d.slot;
    inst.a = a;
    inst.b = b;
    inst.c = c;
    inst.aux = static_cast<uint32_t>(out_.videos.size());
    out_.videos.push_back(site);
    finish(d);
}

} // namespace warpscope::simt
