// Control flow of one function: basic blocks, post-dominators, and where the lanes of a divergent branch meet again.
//
// Post-dominators are computed with the iterative algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
// Algorithm" (Rice University, 2001), on the reversed graph.
//
// Lanes that leave are not waited for. So the graph whose post-dominators count ("flow") is the plain one less two
// kinds of edges: the way out of a predicated ret, exit or trap (the lanes that stay go on together), and ways into
// code from which no return is possible (it traps, calls a function that never returns, or loops for ever) where
// another way exists. Without this, one assert in a loop would keep a whole kernel from reconverging.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Stands for the end of the function, where an index of a block or instruction is asked for.
inline constexpr uint32_t function_end = ~0u;

struct BasicBlock {
    uint32_t first = 0, end = 0;            // instructions [first, end)
    std::vector<uint32_t> successors;       // blocks, each once, fall-through first
    std::vector<uint32_t> predecessors;     // blocks, each once, ascending
    bool leaves = false;                    // ends in ret, exit, trap or a call without return, predicated or not
    uint32_t post_dominator = function_end; // immediate, a block
};

struct ControlFlowGraph {
    std::vector<BasicBlock> blocks;      // in the order of their instructions; block 0 is the entry
    std::vector<uint32_t> block_of;      // by instruction
    std::vector<uint32_t> reconvergence; // by instruction: for a predicated bra and for brx the instruction where the
                                         // lanes meet again, function_end for none; function_end for all others
};

/// `function` must have a body. Terminates for every graph, irreducible ones included.
[[nodiscard]] ControlFlowGraph build_cfg(const Function& function);

} // namespace warpscope::ptx
