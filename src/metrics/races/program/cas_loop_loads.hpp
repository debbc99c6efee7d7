// Plain loads that take part in synchronisation although their words do not say so, because atom.cas finds out when
// they were wrong. Found by looking at a function's instructions, before anything runs.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/cfg.hpp"
#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Returns the plain loads whose value is what an atom.cas at the same address compares with, here or in a called
/// function, and is written nowhere before that atom.cas has confirmed it (see guess_escapes.hpp), so that a value that
/// is out of date costs another iteration and nothing else: the first guess of a loop that adds atomically by cas. By
/// instruction of the function, ascending.
[[nodiscard]] std::vector<uint32_t> find_cas_loop_loads(const ptx::Function& function, const ptx::Module& module,
                                                        const ptx::ControlFlowGraph& graph);

} // namespace warpscope::metrics
