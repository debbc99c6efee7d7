// Which of a block's accesses other blocks of its launch may have a part in. Up to the first of them the block does the
// same alone as it does among the others.
#pragma once

#include <vector>

#include "metrics/measure.hpp"
#include "simt/events.hpp"

namespace warpscope::replay {

class OtherBlocks {
public:
    /// `program` is the one that runs; `measured` must outlive this.
    OtherBlocks(const metrics::Measured& measured, const simt::Program& program, uint32_t launch, uint64_t block);

    /// Atomics, loads that are sure to see what others store, and loads of what another block has stored in the
    /// measured run or may have, all from global memory.
    [[nodiscard]] bool may_show_in(const simt::MemoryEvent& event) const;

private:
    const metrics::Measured& measured_;
    uint32_t launch_ = 0;
    uint64_t block_ = 0;
    std::vector<bool> strong_; // by instruction
};

} // namespace warpscope::replay
