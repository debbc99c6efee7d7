// Liveness of a function's registers at its entry.
#pragma once

#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::ptx {

/// Returns the registers, ascending, that some way from the entry reads before it writes them. May contain registers
/// that are in fact always written first, never the opposite.
[[nodiscard]] std::vector<uint32_t> read_before_written(const Function& function, const ControlFlowGraph& flow);

} // namespace warpscope::ptx
