// Where the value goes that a plain load has guessed for an atom.cas: a guess that the swap has confirmed is as good as
// an atomic load, one that it has not may be out of date.
#pragma once

#include <cstdint>
#include <set>

#include "ptx/cfg.hpp"
#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Returns whether a store, an atomic or the function's result may write the value that the load at `load` has brought,
/// or one computed from it or loaded from where it points to, or write to such a place, where none of `swaps` (the
/// instructions atom.cas at the load's place) has confirmed it. A swap has done so on the side of a branch on which its
/// result is equal to what it was compared with, the load's value. What the swaps themselves write counts as confirmed.
/// True also where there are too many ways through the code to tell.
[[nodiscard]] bool guess_escapes(const ptx::Function& function, const ptx::ControlFlowGraph& graph, uint32_t load,
                                 const std::set<uint32_t>& swaps);

} // namespace warpscope::metrics
