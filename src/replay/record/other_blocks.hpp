// Detects accesses that other blocks may influence. Until the first such access, a block that runs alone behaves as in
// the launch.
#pragma once

#include <vector>

#include "metrics/measure.hpp"
#include "simt/events.hpp"

namespace warpscope::replay {

class OtherBlocks {
public:
    OtherBlocks(const metrics::Measured& measured, const simt::Program& program, uint32_t launch, uint64_t block);

    /// Returns true for global atomics, strong loads, and locations that another block may have stored to.
    [[nodiscard]] bool may_show_in(const simt::MemoryEvent& event) const;

private:
    const metrics::Measured& measured_;
    uint32_t launch_ = 0;
    uint64_t block_ = 0;
    std::vector<bool> strong_;
};

} // namespace warpscope::replay
