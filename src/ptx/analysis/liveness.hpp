#pragma once

#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::ptx {

/// Returns the registers that some path from the entry reads before writing. May include too many, never too few.
[[nodiscard]] std::vector<uint32_t> read_before_written(const Function& function, const ControlFlowGraph& flow);

} // namespace warpscope::ptx
