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
    [[nodiscard]] bool omits(uint32_t pc) const { return is(omitted, pc); }
    /// Begins a turn. Returns the position in Block::order from which to look for a warp.
    [[nodiscard]] size_t next(size_t warps);
    /// Returns whether the turn ends before `pc`, which must not be the turn's first instruction.
    [[nodiscard]] bool ends_before(uint32_t pc);
    /// Returns the lanes that run ahead of the other lanes; 0 or `active` if all stay together.
    [[nodiscard]] LaneMask ahead(uint32_t pc, LaneMask active);
    [[nodiscard]] bool should_block_yield();

private:
    enum Flag : uint8_t { omitted = 1, place = 2, begins_block = 4 };
    [[nodiscard]] bool is(Flag flag, uint32_t pc) const { return pc < flags_.size() && (flags_[pc] & flag) != 0; }
    uint64_t random();

    const TriedOrder& order_;
    std::vector<uint8_t> flags_; // by pc
    uint64_t state_;
    uint64_t instructions_left_ = 0; // rest of the turn in mixed order
};

} // namespace warpscope::simt
