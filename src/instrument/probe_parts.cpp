#include "instrument/probe_parts.hpp"

#include <fmt/format.h>
#include <variant>

namespace warpscope::instrument {

std::string predicate_text(const ptx::Function& kernel, const ptx::Instruction& instruction) {
    return (instruction.predicate.negated ? "!" : "") + kernel.registers[instruction.predicate.index].name;
}

std::string set_masks(const std::string& guard) {
    std::string text = "    activemask.b32 %ws_all;\n";
    if (guard.empty()) return text + "    mov.u32 %ws_mask, %ws_all;\n";
    return text + fmt::format("    vote.sync.ballot.b32 %ws_mask, {}, %ws_all;\n", guard);
}

std::string set_first(const std::string& guard) {
    return guard.empty() ? "    setp.eq.u32 %ws_first, %ws_a, 0;\n"
                         : fmt::format("    setp.eq.and.u32 %ws_first, %ws_a, 0, {};\n", guard);
}

std::string set_address(const ptx::Function& kernel, const ptx::Instruction& instruction) {
    for (const ptx::Operand& operand : instruction.operands)
        if (const auto* where = std::get_if<ptx::Address>(&operand.value)) {
            std::string base;
            if (const auto* reg = std::get_if<ptx::Register>(&where->base))
                base = kernel.registers[reg->index].name;
            else if (const auto* symbol = std::get_if<ptx::SymbolRef>(&where->base))
                base = symbol->name;
            else
                base = std::to_string(std::get<ptx::Immediate>(where->base).bits);
            return fmt::format("    mov.u64 %ws_address, {};\n    add.s64 %ws_address, %ws_address, {};\n", base,
                               where->offset);
        }
    return "    mov.u64 %ws_address, 0;\n";
}

std::string count_sectors(const ptx::Instruction& instruction, const std::string& guard) {
    const bool generic = instruction.modifiers.space == ptx::Space::generic;
    std::string text = fmt::format(R"(    shr.u64 %ws_y, %ws_address, 5;
    mov.u32 %ws_a, 0;
    {}match.any.sync.b64 %ws_a, %ws_y, %ws_mask;
    and.b32 %ws_a, %ws_a, %ws_below;
)",
                                   guard.empty() ? "" : "@" + guard + " ") +
                       set_first(guard);
    if (generic) text += "    isspacep.global %ws_p, %ws_address;\n    and.pred %ws_first, %ws_first, %ws_p;\n";
    return text + "    vote.sync.ballot.b32 %ws_a, %ws_first, %ws_all;\n    popc.b32 %ws_a, %ws_a;\n";
}

ptx::Variable wide_parameter(std::string name) {
    ptx::Variable variable;
    variable.name = std::move(name);
    variable.space = ptx::Space::param;
    variable.type = ptx::Type::u64;
    variable.alignment = 8;
    variable.bytes = 8;
    return variable;
}

} // namespace warpscope::instrument
