// Algorithm: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
//
// Nothing waits for lanes that exit, so post-dominators ignore two kinds of edges:
// - exits of a predicated ret, exit or trap;
// - edges into code that cannot return (trap, noreturn call, endless loop), if another path exists. Otherwise one
// assert in a loop would prevent reconvergence.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

inline constexpr uint32_t function_end = ~0u;

struct BasicBlock {
    uint32_t first = 0, end = 0;
    std::vector<uint32_t> successors;   // unique, fall-through first
    std::vector<uint32_t> predecessors; // unique, ascending
    bool leaves = false;                // ends in ret, exit, trap or a noreturn call
    uint32_t post_dominator = function_end;
};

struct ControlFlowGraph {
    std::vector<BasicBlock> blocks; // in instruction order; 0 is the entry
    std::vector<uint32_t> block_of;
    // Reconvergence point of each predicated bra and brx; function_end for other instructions.
    std::vector<uint32_t> reconvergence;
};

/// Requires a body. Handles irreducible graphs.
[[nodiscard]] ControlFlowGraph build_cfg(const Function& function);

} // namespace warpscope::ptx
