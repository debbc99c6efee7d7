// What happens before what between the lanes of one warp by __syncwarp() of some of them.
//
// Every lane knows, by lane, up to which clock of its warp what that lane did comes before what it does itself (a
// vector clock: Lamport 1978, Mattern 1988).
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

    /// `lanes` of `warp` have met at its clock `clock`, which accesses before that do not have.
    void sync(uint32_t warp, simt::LaneMask lanes, uint32_t clock);
    /// Returns whether lanes of the warp may know different things.
    [[nodiscard]] bool differ(uint32_t warp) const { return warps_[warp] != nullptr; }
    /// What lane `earlier` did at a smaller clock comes before what `now` does, both of `warp`.
    [[nodiscard]] uint32_t known(uint32_t warp, uint32_t earlier, uint32_t now) const {
        return warps_[warp] ? (*warps_[warp])[now][earlier] : 0;
    }

private:
    using Clocks = std::array<uint32_t, warp_size>;                     // by lane
    std::vector<std::unique_ptr<std::array<Clocks, warp_size>>> warps_; // null while a warp has done none of this
};

} // namespace warpscope::metrics
