// Whose turn it is and where it ends, in a launch that tries an order of its threads (simt/tried_order.hpp). One
// worker's.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "simt/code/decoded.hpp"
#include "simt/events.hpp"
#include "simt/tried_order.hpp"

namespace warpscope::simt {

class TriedTurns {
public:
    TriedTurns(const TriedOrder& order, const Program::Impl& code);

    [[nodiscard]] const TriedOrder& order() const { return order_; }
    [[nodiscard]] bool leaves_out(uint32_t pc) const { return is(left_out, pc); }
    /// Begins a turn; returns which of `warps` has it, by its place in the block's order.
    [[nodiscard]] size_t next(size_t warps);
    /// Returns whether the turn ends before the instruction. Not asked before a turn's first one.
    [[nodiscard]] bool ends_before(uint32_t pc);
    /// Lanes of `active` that are to go ahead of the others from this instruction on; none or all: they stay together.
    [[nodiscard]] LaneMask ahead(uint32_t pc, LaneMask active);
    /// Returns whether other blocks come first now.
    [[nodiscard]] bool block_gives_way();

private:
    enum Flag : uint8_t { left_out = 1, place = 2, begins_block = 4 };
    [[nodiscard]] bool is(Flag flag, uint32_t pc) const { return pc < flags_.size() && (flags_[pc] & flag) != 0; }
    uint64_t random();

    const TriedOrder& order_;
    std::vector<uint8_t> flags_; // by pc
    uint64_t state_;
    uint64_t instructions_left_ = 0; // of the present turn, in Kind::mixed
};

} // namespace warpscope::simt
