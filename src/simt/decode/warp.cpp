#include "simt/decode/decoder.hpp"
#include "simt/divergence/warp_collective.hpp"
#include "simt/ops/predicates.hpp"

namespace warpscope::simt {

using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

/// Emits two Insts. The first has the sources in a, b, c, aux; the second has a predicate destination in d and the
/// operands of warp_collective.hpp.
void FunctionDecoder::decode_warp(const Instruction& in) {
    const Form form = form_of(in);
    const Handler handler = find_warp(form);
    if (handler == nullptr) return unsupported(in);
    const ptx::Modifiers& m = in.modifiers;
    const Type type = m.types.empty() ? Type::b32 : m.types[0];
    Type d_type = type;
    std::vector<Type> sources;
    bool second = false;
    switch (in.opcode) {
    case Opcode::activemask: break;
    case Opcode::vote:
        d_type = m.mode == Mode::ballot ? Type::b32 : Type::pred;
        sources = {Type::pred, Type::b32};
        break;
    case Opcode::match:
        d_type = Type::b32;
        sources = {type, Type::b32};
        second = in.operands.size() == 4;
        break;
    case Opcode::shfl:
        sources = {Type::b32, Type::b32, Type::b32, Type::b32};
        second = in.operands.size() == (m.sync ? 6u : 5u);
        break;
    case Opcode::redux: sources = {type, Type::b32}; break;
    case Opcode::elect:
        d_type = Type::b32;
        sources = {Type::b32};
        second = true;
        break;
    default: return unsupported(in);
    }
    // Without .sync (PTX before 6.0), the mask is the set of executing lanes.
    const size_t given = in.operands.size() - 1 - (second ? 1 : 0);
    uint32_t slots[4]{};
    for (size_t k = 0; k < sources.size(); ++k) {
        if (k < given)
            slots[k] = source(in.operands[k + 1 + (second ? 1 : 0)], sources[k]);
        else
            slots[k] = constant_bits(4, ~uint64_t{0});
    }
    const Destination d = destination(in.operands[0], d_type);
    const uint32_t p = second ? destination(in.operands[1], Type::pred).slot : temporary(1);
    emit(handler, d.slot, slots);
    Inst& more = emit(handler); // holds operands; the handler skips it
    more.d = p;
    more.a = m.sync ? 1 : 0;
    more.aux = no_value;
    if (m.sync) more.b = slots[sources.size() - 1];
    if (sources.size() > 1) { // the last source is the mask, and the first is the exchanged value
        more.c = slots[0];
        more.aux = sources[0] == Type::pred ? 0 : ptx::size_of(sources[0]);
    }
    finish(d);
}

} // namespace warpscope::simt
