// Forms of PTX instructions as the manual lists them, for docs/PTX.md. Private to src/simt.
#pragma once

#include <span>
#include <string_view>

#include "ptx/opcodes.hpp"

namespace warpscope::simt {

struct PtxForms {
    ptx::Opcode opcode{};
    std::string_view suffixes; // alternatives in braces: "{.u16,.s16}"
    std::string_view operands; // D, T, W: registers of the first and the last type, and of twice the last one's width
    std::string_view exact;
};

/// By opcode; several rows where operands or exactness differ.
[[nodiscard]] std::span<const PtxForms> forms_of_ptx();

} // namespace warpscope::simt
