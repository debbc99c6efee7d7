#include "instrument/probe_parts.hpp"

#include <fmt/format.h>
#include <span>
#include <variant>

#include "instrument/sites.hpp"

namespace warpscope::instrument {

std::string predicate_text(const ptx::Function& kernel, const ptx::Instruction& instruction) {
    return (instruction.predicate.negated ? "!" : "") + kernel.registers[instruction.predicate.index].name;
}

AccessGuard access_guard(const ptx::Function& kernel, const ptx::Instruction& instruction) {
    const std::string own = instruction.predicated ? predicate_text(kernel, instruction) : "";
    if (!is_async_copy(instruction) || instruction.operands.size() < 4) return {own, {}};
    const auto& size = instruction.operands[3].value;
    const auto* const reg = std::get_if<ptx::Register>(&size);
    const ptx::Type type = reg != nullptr ? kernel.registers[reg->index].type : ptx::Type::u32;
    if (ptx::size_of(type) == 8) return {own, {}}; // a cache policy
    const char* const name = "%ws_reads";
    std::string text = fmt::format("    .reg .pred {};\n", name), bytes = "%ws_a";
    if (type == ptx::Type::pred) // a true predicate makes the copy write zeros
        text += fmt::format("    selp.u32 %ws_a, {}, {};\n", reg->negated ? "1, 0" : "0, 1",
                            kernel.registers[reg->index].name);
    else
        bytes =
            reg != nullptr ? kernel.registers[reg->index].name : std::to_string(std::get<ptx::Immediate>(size).bits);
    text += fmt::format("    setp.ne{}.u32 {}, {}, 0{};\n", own.empty() ? "" : ".and", name, bytes,
                        own.empty() ? "" : ", " + own);
    return {name, text};
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
    const std::span operands(instruction.operands);
    for (const ptx::Operand& operand : operands.subspan(is_async_copy(instruction) ? 1 : 0)) // skips the copy's target
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
