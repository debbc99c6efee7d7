// Which registers of a function may be read before they are written. Those must hold the same (zero) in every warp, so
// that a program which reads what it never wrote at least does so reproducibly; the others need no clearing.
#pragma once

#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::simt {

/// Register indices, ascending. May contain registers that are in fact always written first, never the opposite.
[[nodiscard]] std::vector<uint32_t> read_before_written(const ptx::Function& function,
                                                        const ptx::ControlFlowGraph& flow);

} // namespace warpscope::simt
