// Happens-before between lanes of one warp by partial __syncwarp(): a vector clock per lane (Lamport 1978, Mattern
// 1988).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/events.hpp"

namespace warpscope::metrics {

class LaneOrder {
public:
    void begin(uint32_t warps);

    /// Records that `lanes` met at `clock`. Earlier accesses have smaller clocks.
    void sync(uint32_t warp, simt::LaneMask lanes, uint32_t clock);
    [[nodiscard]] bool differ(uint32_t warp) const { return warps_[warp] != nullptr; }
    /// Returns a clock, as BlockOrder::known_lane() does.
    [[nodiscard]] uint32_t known(uint32_t warp, uint32_t earlier, uint32_t now) const {
        return warps_[warp] ? (*warps_[warp])[now][earlier] : 0;
    }

private:
    using Clocks = std::array<uint32_t, warp_size>;
    std::vector<std::unique_ptr<std::array<Clocks, warp_size>>> warps_; // null without partial syncs
};

} // namespace warpscope::metrics
