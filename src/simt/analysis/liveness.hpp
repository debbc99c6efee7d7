// Which registers of a function may be read before they are written. Those must hold the same (zero) in every warp, so
// that a program which reads what it never wrote at least does so reproducibly; the others need no clearing.
#pragma once

#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::simt {

/// Adds the registers that an operand names, those of an address and of a vector included.
void add_registers(const ptx::Operand& operand, std::vector<uint32_t>& to);

/// Register indices, ascending. May contain registers that are in fact always written first, never the opposite.
[[nodiscard]] std::vector<uint32_t> read_before_written(const ptx::Function& function,
                                                        const ptx::ControlFlowGraph& flow);

} // namespace warpscope::simt
