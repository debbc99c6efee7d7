#include "simt/state/tried_turns.hpp"

#include "simt/state/random_number.hpp"

namespace warpscope::simt {

TriedTurns::TriedTurns(const TriedOrder& order, const Program::Impl& code)
    : order_(order)
    , flags_(code.instructions.size())
    , state_(order.seed) {
    const auto set = [&](uint32_t pc, Flag flag) {
        if (pc < flags_.size()) flags_[pc] |= flag;
    };
    for (const uint32_t pc : order.omitted) set(pc, omitted);
    for (const uint32_t pc : order.places) set(pc, place);
    for (const BasicBlock& block : code.blocks) set(block.first_pc, begins_block);
}

uint64_t TriedTurns::random() { return next_random(state_); }

size_t TriedTurns::next(size_t warps) {
    if (order_.kind != TriedOrder::Kind::mixed) return 0;
    instructions_left_ = uint64_t{1} << 2 * (random() % 7);
    return random() % warps;
}

bool TriedTurns::ends_before(uint32_t pc) {
    if (order_.kind != TriedOrder::Kind::mixed) return false;
    if (instructions_left_ <= 1) return true;
    instructions_left_ -= 1;
    return is(place, pc) && random() % 2 == 0;
}

LaneMask TriedTurns::ahead(uint32_t pc, LaneMask active) {
    // Separates lanes only at the start of a basic block, because a block's lanes share cached AccessShapes.
    if (!order_.lanes_too || !is(begins_block, pc) || random() % 8 != 0) return active;
    return active & static_cast<LaneMask>(random());
}

bool TriedTurns::should_block_yield() { return order_.kind == TriedOrder::Kind::mixed && random() % 8 == 0; }

} // namespace warpscope::simt
