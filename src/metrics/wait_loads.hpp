// Loads that take part in synchronisation although their words do not say so. Found by looking at a function's
// instructions, before anything runs.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::metrics {

struct WaitLoads {
    /// Volatile loads in a basic block of a loop whose branch depends on what they read: while (*flag == 0) {}. (A
    /// plain load there may be done once and for all before the loop, so that waiting for it is a bug.)
    std::vector<uint32_t> waiting;
    /// Plain loads whose value is what an atom.cas at the same address compares with, here or in a called function, so
    /// that a value that is out of date costs another round and nothing else: the first guess of a loop that adds
    /// atomically by cas.
    std::vector<uint32_t> guesses;
};

/// By instruction of the function, ascending.
[[nodiscard]] WaitLoads find_wait_loads(const ptx::Function& function, const ptx::ControlFlowGraph& graph,
                                        const ptx::Module& module);

} // namespace warpscope::metrics
