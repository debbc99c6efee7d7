// Warp collectives (shuffles, votes, __syncwarp() ...). Lanes from different branches join one operation if opcode and
// mask are equal, as on an H100 (docs/MEASUREMENTS.md).
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// A collective is two Insts. The second only holds operands. a: whether there is a member mask. b: slot of the masks.
// c: slot of the exchanged value. aux: bytes per lane of that value (0: predicate, no_value: none).
inline constexpr uint32_t no_value = ~0u;

struct Exchange {
    LaneMask lanes = 0;
    bool is_reported = false;
    std::array<uint32_t, warp_size> masks{};
    alignas(8) std::array<std::byte, warp_size * 8> values{};
};

[[nodiscard]] LaneMask missing_lanes(const Warp& warp, const Inst* inst, std::byte* frame);
/// Runs `core` with all lanes in taking_part(), once no lane is missing.
[[nodiscard]] const Inst* wait_for_collective(Warp& warp, const Inst* inst, std::byte* frame, Handler core);
[[nodiscard]] bool can_sync(const Warp& warp, const WarpSplit& warp_split);

[[nodiscard]] LaneMask named_lanes(const WarpSplit& warp_split);

/// Returns the collective's lanes, including those of other splits.
[[nodiscard]] inline LaneMask taking_part(const Warp& warp) {
    return !warp.has_waited || warp.exchange == nullptr ? warp.exec : warp.exec | warp.exchange->lanes;
}

template<Handler core>
const Inst* synced(Warp& warp, const Inst* inst, std::byte* frame) {
    const bool all_here = (warp.exec | warp.exited) == all_lanes || missing_lanes(warp, inst, frame) == 0;
    if (all_here && (!warp.has_waited || warp.exchange == nullptr)) [[likely]]
        return core(warp, inst, frame);
    return wait_for_collective(warp, inst, frame, core);
}

} // namespace warpscope::simt
