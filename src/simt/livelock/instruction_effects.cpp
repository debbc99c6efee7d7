#include "simt/livelock/instruction_effects.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simt/analysis/liveness.hpp"
#include "simt/divergence/warp.hpp"

namespace warpscope::simt {
namespace {

using ptx::Opcode;
using Kind = LoopPart::Kind;

bool is_predicate(const ptx::Function& function, const ptx::Operand& operand) {
    const auto* const reg = std::get_if<ptx::Register>(&operand.value);
    return reg != nullptr && function.registers[reg->index].type == ptx::Type::pred;
}

bool shows_time(const ptx::Operand& operand) {
    const auto* const special = std::get_if<ptx::SpecialRegister>(&operand.value);
    return special != nullptr && is_volatile(special->which);
}

std::string text_of(const ptx::Operand& operand) {
    const auto* const place = std::get_if<ptx::Address>(&operand.value);
    if (place == nullptr) return {};
    if (const auto* reg = std::get_if<ptx::Register>(&place->base))
        return fmt::format("{}+{}", reg->index, place->offset);
    if (const auto* symbol = std::get_if<ptx::SymbolRef>(&place->base))
        return fmt::format("{}+{}", symbol->name, place->offset);
    return {};
}

/// Puts operands into the lists of a part. `results`: how many come first that are written.
class Sorter {
public:
    Sorter(const ptx::Function& function, const ptx::Instruction& in, LoopPart& part)
        : function_(function)
        , in_(in)
        , part_(part) {}

    void compute(bool may_have_two) {
        part_.kind = Kind::pure;
        const size_t first = take_results(may_have_two);
        const bool compares = in_.opcode == Opcode::setp || in_.opcode == Opcode::set || in_.opcode == Opcode::testp;
        for (size_t k = first; k < in_.operands.size(); ++k) {
            part_.reads_time = part_.reads_time || shows_time(in_.operands[k]);
            add(k, part_.operands);
            if (compares || is_predicate(function_, in_.operands[k])) add(k, part_.conditions);
        }
    }
    void load() {
        part_.kind = Kind::load;
        take_results(false);
        at(1);
        for (size_t k = 2; k < in_.operands.size(); ++k) add(k, part_.steering);
    }
    void store(bool has_result) {
        part_.kind = Kind::store;
        const size_t place = has_result ? take_results(false) : 0;
        at(place);
        for (size_t k = place + 1; k < in_.operands.size(); ++k) add(k, part_.values);
    }
    void together(bool may_have_two) {
        part_.kind = Kind::together;
        for (size_t k = take_results(may_have_two); k < in_.operands.size(); ++k) add(k, part_.steering);
    }
    void steer(Kind kind) {
        part_.kind = kind;
        for (size_t k = 0; k < in_.operands.size(); ++k) add(k, part_.steering);
    }

private:
    void add(size_t operand, std::vector<uint32_t>& to) const { add_registers(in_.operands[operand], to); }
    size_t take_results(bool may_have_two) {
        if (in_.operands.empty()) return 0;
        add(0, part_.results);
        if (!may_have_two || in_.operands.size() < 2 || !is_predicate(function_, in_.operands[1])) return 1;
        add(1, part_.results);
        return 2;
    }
    void at(size_t operand) {
        if (operand >= in_.operands.size()) return;
        add(operand, part_.steering);
        const ptx::Space space = in_.modifiers.space;
        part_.of_stack = space == ptx::Space::local || space == ptx::Space::param;
        if (part_.of_stack) part_.place = text_of(in_.operands[operand]);
    }

    const ptx::Function& function_;
    const ptx::Instruction& in_;
    LoopPart& part_;
};

bool is_test(const ptx::Instruction& in) {
    return std::ranges::any_of(in.modifiers.unknown, [](const std::string& word) {
        return word.starts_with("test_wait") || word.starts_with("try_wait");
    });
}

/// Of a call of a function without a body.
bool prints(const ptx::Instruction& in) {
    if (in.call.empty()) return false;
    const ptx::CallOperands& call = in.call.front();
    const auto* const callee = std::get_if<ptx::SymbolRef>(&call.callee.value);
    const auto is_register = [](const ptx::Operand& operand) {
        return std::holds_alternative<ptx::Register>(operand.value);
    };
    return callee != nullptr && callee->name == "vprintf" && std::ranges::none_of(call.results, is_register);
}

} // namespace

LoopPart loop_part(const ptx::Function& function, const ptx::Instruction& in) {
    LoopPart part;
    part.guarded = in.predicated;
    part.guard = in.predicate.index;
    Sorter sorter(function, in, part);
    switch (in.opcode) {
    case Opcode::addc:
    case Opcode::subc:
    case Opcode::madc: return part; // the carry is in no register
    case Opcode::ld:
    case Opcode::ldu: sorter.load(); return part;
    case Opcode::st:
    case Opcode::red: sorter.store(false); return part;
    case Opcode::atom: sorter.store(true); return part;
    case Opcode::mbarrier:
        if (is_test(in)) sorter.load();
        return part;
    case Opcode::bra:
    case Opcode::brx: sorter.steer(Kind::branch); return part;
    case Opcode::exit:
    case Opcode::ret: // of some lanes
        if (in.predicated) part.kind = Kind::branch;
        return part;
    case Opcode::call:
        if (prints(in)) part.kind = Kind::print;
        return part;
    case Opcode::bar:
    case Opcode::barrier:
        if (in.modifiers.mode == ptx::Mode::warp) sorter.steer(Kind::together);
        return part;
    case Opcode::shfl:
    case Opcode::match:
    case Opcode::elect: sorter.together(true); return part;
    case Opcode::vote:
    case Opcode::redux:
    case Opcode::activemask: sorter.together(false); return part;
    case Opcode::nanosleep:
    case Opcode::membar:
    case Opcode::fence:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::applypriority:
    case Opcode::pmevent: part.kind = Kind::nothing; return part;
    default: break;
    }
    switch (ptx::info_of(in.opcode).kind) {
    case ptx::OpcodeKind::arithmetic:
    case ptx::OpcodeKind::comparison:
    case ptx::OpcodeKind::logic:
    case ptx::OpcodeKind::video:
    case ptx::OpcodeKind::conversion:
        if (!in.modifiers.cc) sorter.compute(in.opcode == Opcode::setp || in.opcode == Opcode::lop3);
        return part;
    default: return part;
    }
}

} // namespace warpscope::simt
