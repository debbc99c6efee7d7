// Warp collectives: shuffles, votes, __syncwarp() etc. They wait for all lanes in their member mask. Lanes from
// different branches join one operation if it is the same one with the same mask, as on an H100 (docs/MEASUREMENTS.md).
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// A collective consists of two Insts. The second is never executed and holds operands. a: 1 if there is a member mask;
// forms without .sync wait for no other lane. b: slot of the masks. c: slot of the exchanged value. aux: its bytes per
// lane (0: predicate, no_value: none).
inline constexpr uint32_t no_value = ~0u;

/// Values that the lanes of several warp splits contribute to one operation.
struct Exchange {
    LaneMask lanes = 0;
    bool told = false; // observers have been informed, once for all splits
    std::array<uint32_t, warp_size> masks{};
    alignas(8) std::array<std::byte, warp_size * 8> values{};
};

/// Returns the lanes named by a member mask at `inst` that are neither here nor ended.
[[nodiscard]] LaneMask missing_lanes(const Warp& warp, const Inst* inst, std::byte* frame);
/// Waits for missing lanes, or runs `core` together with them. Within `core`, taking_part() includes all participants,
/// and their masks and values are in this frame's slots.
[[nodiscard]] const Inst* wait_for_collective(Warp& warp, const Inst* inst, std::byte* frame, Handler core);
/// Returns whether every lane that the waiting `warp_split` needs has arrived or ended.
[[nodiscard]] bool can_sync(const Warp& warp, const WarpSplit& warp_split);

/// Returns the lanes that the waiting `warp_split` named.
[[nodiscard]] LaneMask named_lanes(const WarpSplit& warp_split);

/// Returns all lanes that take part in the current operation, from any warp split.
[[nodiscard]] inline LaneMask taking_part(const Warp& warp) {
    return !warp.has_waited || warp.exchange == nullptr ? warp.exec : warp.exec | warp.exchange->lanes;
}

/// Handler of a collective that does its work in `core`.
template<Handler core>
const Inst* synced(Warp& warp, const Inst* inst, std::byte* frame) {
    const bool all_here = (warp.exec | warp.exited) == all_lanes || missing_lanes(warp, inst, frame) == 0;
    if (all_here && (!warp.has_waited || warp.exchange == nullptr)) [[likely]]
        return core(warp, inst, frame);
    return wait_for_collective(warp, inst, frame, core);
}

} // namespace warpscope::simt
