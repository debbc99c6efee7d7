#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace warpscope::insight {

struct BlocksSoFar {
    struct Order {
        struct Block {
            uint32_t ended_as = 0; // number of ended blocks when it ends, including itself
            uint32_t begun_at = 0; // number of ended blocks when it begins
        };
        std::vector<Block> blocks;       // by linear block index
        std::vector<uint32_t> begins_as; // by linear block index: 1 for the first block to begin
    };
    std::shared_ptr<const Order> order; // null: all blocks have ended
    uint32_t ended = 0;
    bool modeled = false;  // the order is modeled, not recorded
    bool numbered = false; // views write begins_as onto each block

    /// Returns whether the block has ended, so that its output is complete.
    [[nodiscard]] bool has(uint64_t block) const {
        return !order || block >= order->blocks.size() || order->blocks[block].ended_as <= ended;
    }
    friend bool operator==(const BlocksSoFar&, const BlocksSoFar&) = default;
};

} // namespace warpscope::insight
