// A plain load suffices if its value is only used after an atom.cas confirms it.
#pragma once

#include <cstdint>
#include <set>

#include "ptx/cfg.hpp"
#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Returns whether a value derived from `load` may be written, returned or used as an address before one of `swaps`
/// confirms it. A swap confirms on the branch where the swap's result equals the compared value. Returns true if there
/// are too many paths.
[[nodiscard]] bool guess_escapes(const ptx::Function& function, const ptx::ControlFlowGraph& graph, uint32_t load,
                                 const std::set<uint32_t>& swaps);

} // namespace warpscope::metrics
