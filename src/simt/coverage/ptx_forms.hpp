#pragma once

#include <span>
#include <string_view>

#include "ptx/opcodes.hpp"

namespace warpscope::simt {

struct PtxForms {
    ptx::Opcode opcode{};
    std::string_view suffixes; // "{.u16,.s16}" lists alternatives
    std::string_view operands; // D1, T1: registers of the first and last type; W1: register of twice T1's width
    std::string_view exact;
};

[[nodiscard]] std::span<const PtxForms> forms_of_ptx();

} // namespace warpscope::simt
