#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "simt/code/fused.hpp"
#include "simt/decode/decoder.hpp"

namespace warpscope::simt {

using ptx::Opcode;
using ptx::Type;

namespace {

bool has_types(const ptx::Instruction& in, std::initializer_list<Type> types) {
    return std::equal(in.modifiers.types.begin(), in.modifiers.types.end(), types.begin(), types.end());
}

std::optional<Widening> widening_of(const ptx::Instruction& in) {
    const ptx::Modifiers& m = in.modifiers;
    if (in.opcode == Opcode::cvt && has_types(in, {Type::s64, Type::s32}) && !m.sat) return Widening::convert;
    if (in.opcode != Opcode::mul || !m.wide) return std::nullopt;
    if (has_types(in, {Type::s32})) return Widening::multiply_signed;
    if (has_types(in, {Type::u32})) return Widening::multiply_unsigned;
    return std::nullopt;
}

bool adds_64_bits(const ptx::Instruction& in) {
    return in.opcode == Opcode::add && !in.modifiers.cc && !in.modifiers.sat &&
           (has_types(in, {Type::s64}) || has_types(in, {Type::u64}));
}

} // namespace

bool FunctionDecoder::is_simple(uint32_t index) const {
    const size_t end = index + 1 < first_inst_.size() ? first_inst_[index + 1] : code_.code.size();
    return end - first_inst_[index] == 1 && !function_.body[index].predicated;
}

void FunctionDecoder::fuse_pairs() {
    for (uint32_t index = 0; index + 1 < function_.body.size(); ++index) {
        if (flow_.block_of[index] != flow_.block_of[index + 1] || !is_simple(index)) continue;
        const ptx::Instruction& one = function_.body[index];
        const ptx::Instruction& two = function_.body[index + 1];
        Inst& first = code_.code[first_inst_[index]];
        if (first_inst_[index + 1] != first_inst_[index] + 1) continue;
        Inst& second = code_.code[first_inst_[index + 1]];
        if (const auto how = widening_of(one); how && adds_64_bits(two) && is_simple(index + 1)) {
            if (second.a != first.d) std::swap(second.a, second.b);
            if (second.a == first.d && second.b != first.d) first.handler = find_widen_and_add(*how);
        } else if (one.opcode == Opcode::or_ && has_types(one, {Type::pred}) && two.opcode == Opcode::bra &&
                   two.predicated && second.a == first.d) {
            first.handler = control_or_branch(two.predicate.negated);
        }
    }
}

} // namespace warpscope::simt
