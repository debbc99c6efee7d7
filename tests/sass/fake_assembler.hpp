// An assembler that needs no CUDA Toolkit, for tests.
#pragma once

#include "ptx/parser.hpp"
#include "sass/machine_code.hpp"

namespace warpscope::sass {

/// Returns machine code with one instruction for each PTX instruction except branches. If `keeps_branches`, includes
/// conditional branches; otherwise predicates all instructions except EXIT.
inline Result<MachineCode> assemble_by_line(const std::string& ptx, uint32_t capability, bool keeps_branches) {
    const auto module = ptx::parse(ptx, "fake");
    if (!module) return tl::unexpected(module.error());
    MachineCode out;
    out.capability = capability;
    out.listing.target = out.device();
    for (const ptx::Function& function : module->functions) {
        if (!function.is_entry || function.body.empty()) continue;
        Function code{function.name, {}};
        for (const ptx::Instruction& in : function.body) {
            const bool is_branch = in.opcode == ptx::Opcode::bra;
            if (is_branch && !(in.predicated && keeps_branches)) continue;
            Instruction made;
            made.address = static_cast<uint32_t>(16 * code.instructions.size());
            made.opcode = in.opcode == ptx::Opcode::ret ? "EXIT" : is_branch ? "BRA" : "IADD3";
            if (is_branch || (!keeps_branches && made.opcode == "IADD3")) made.predicate = "P0";
            made.operands = is_branch ? "`(.L_x_0)" : made.opcode == "IADD3" ? "R0, R0, 0x1, RZ" : "";
            if (is_branch) made.target = 0;
            made.ptx_line = in.ptx_line;
            made.source = in.source;
            code.instructions.push_back(std::move(made));
        }
        out.resources[function.name] = {.registers = 24, .stack_bytes = 8};
        out.listing.functions.push_back(std::move(code));
    }
    return out;
}

inline Assembler fake_assembler(bool keeps_branches) {
    return [keeps_branches](const std::string& ptx, uint32_t capability, const std::atomic<bool>*) {
        return assemble_by_line(ptx, capability, keeps_branches);
    };
}

} // namespace warpscope::sass
