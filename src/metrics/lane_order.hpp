// What happens before what between the lanes of one warp, other than by syncing all of them: __syncwarp() of some
// lanes, and memory: a fence and then a strong write by one lane, a strong read of the same place and then a fence by
// another. This is what orders lanes that take turns with a lock, or of which the last to arrive does the rest.
//
// Every lane knows, by lane, up to which clock of its warp what that lane did comes before what it does itself (a
// vector clock: Lamport 1978, Mattern 1988). A place keeps what all who wrote there had fenced.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simt/events.hpp"

namespace warpscope::metrics {

class LaneOrder {
public:
    void begin(uint32_t warps);

    /// `lanes` of `warp` have met at its clock `clock`, which accesses before that do not have.
    void sync(uint32_t warp, simt::LaneMask lanes, uint32_t clock);
    /// The same for a fence that `lanes` have passed.
    void fence(uint32_t warp, simt::LaneMask lanes, uint32_t clock);
    /// A lane reads or writes atomically, or by a volatile or relaxed access. `place` as of ReleaseLog.
    void read(uint32_t warp, uint32_t lane, uint32_t place);
    void write(uint32_t warp, uint32_t lane, uint32_t place);

    /// Whether what lane `earlier` did at `clock` comes before what `now` does, both of `warp`.
    [[nodiscard]] bool ordered(uint32_t warp, uint32_t earlier, uint32_t clock, uint32_t now) const {
        return warps_[warp] && clock < warps_[warp]->known[now][earlier];
    }

private:
    using Clocks = std::array<uint32_t, warp_size>; // by lane
    struct Lanes {
        std::array<Clocks, warp_size> known{};   // comes before what the lane does
        std::array<Clocks, warp_size> fenced{};  // comes before its last fence: what it gives away by writing
        std::array<Clocks, warp_size> waiting{}; // what it has been given by reading, good from its next fence on
        std::map<uint32_t, Clocks> places;       // what has been given away there
        bool any_fence = false;
    };
    Lanes& lanes_of(uint32_t warp);

    std::vector<std::unique_ptr<Lanes>> warps_; // null while a warp has done none of this
};

} // namespace warpscope::metrics
