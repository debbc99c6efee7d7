// Forms of PTX instructions as the manual lists them, for docs/PTX.md.
#pragma once

#include <span>
#include <string_view>

#include "ptx/opcodes.hpp"

namespace warpscope::simt {

struct PtxForms {
    ptx::Opcode opcode{};
    std::string_view suffixes; // alternatives in braces: "{.u16,.s16}"
    std::string_view operands; // D, T: registers of the first and last type; W: twice as wide as T
    std::string_view exact;
};

/// Returns the forms by opcode; an opcode has several rows if operands or accuracy differ.
[[nodiscard]] std::span<const PtxForms> forms_of_ptx();

} // namespace warpscope::simt
