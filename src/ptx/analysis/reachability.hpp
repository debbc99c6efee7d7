#pragma once

#include <cstdint>
#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::ptx {

class Reachability {
public:
    explicit Reachability(const ControlFlowGraph& graph)
        : graph_(graph)
        , from_(graph.blocks.size()) {}

    /// A basic block leads to itself only within a loop.
    [[nodiscard]] bool leads(uint32_t from, uint32_t to);
    [[nodiscard]] bool is_at_or_leads(uint32_t from, uint32_t to) { return from == to || leads(from, to); }
    [[nodiscard]] bool are_in_one_loop(uint32_t a, uint32_t b) { return leads(a, b) && leads(b, a); }

private:
    const ControlFlowGraph& graph_;
    std::vector<std::vector<bool>> from_; // by start block; empty until computed
};

} // namespace warpscope::ptx
