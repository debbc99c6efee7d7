#pragma once

#include <cstdint>
#include <vector>

#include "ptx/cfg.hpp"
#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Returns the plain loads, ascending, whose value does not escape (see guess_escapes.hpp) before an atom.cas confirms
/// it. A stale value only costs another iteration.
[[nodiscard]] std::vector<uint32_t> find_cas_loop_loads(const ptx::Function& function, const ptx::Module& module,
                                                        const ptx::ControlFlowGraph& graph);

} // namespace warpscope::metrics
