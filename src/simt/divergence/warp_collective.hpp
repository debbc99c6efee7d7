// Shuffles, votes, __syncwarp() and their like, which wait for all the lanes that their member mask names, wherever
// those are in the program: lanes that come from different branches take part in one operation, as long as it is the
// same one with the same mask. An H100 does so, too (docs/MEASUREMENTS.md).
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// Instructions that wait so are two Insts; of the second, which is never executed, a = 1 where it has member masks
// (forms without .sync have none and wait for no other lane), b = their slot, c = slot of the value that lanes give to
// others, aux = its bytes per lane (0: a predicate, no_value: there is none).
inline constexpr uint32_t no_value = ~0u;

/// What the lanes of several warp splits gave when the last of them had come.
struct Exchange {
    LaneMask lanes = 0;
    bool told = false; // observers have been told of it, once for all
    std::array<uint32_t, warp_size> masks{};
    alignas(8) std::array<std::byte, warp_size * 8> values{};
};

/// Lanes named by the member mask of some lane that executes `inst`, that are neither here nor at their end.
[[nodiscard]] LaneMask missing_lanes(const Warp& warp, const Inst* inst, std::byte* frame);
/// For when some are missing: waits for them, or does `core` with them. `core` sees all lanes that take part in
/// taking_part(), with their masks and values in the slots of this frame.
[[nodiscard]] const Inst* wait_for_collective(Warp& warp, const Inst* inst, std::byte* frame, Handler core);
/// Returns whether all lanes that `warp_split`, which waits so, waits for have come or ended.
[[nodiscard]] bool can_sync(const Warp& warp, const WarpSplit& warp_split);

/// Lanes whom `warp_split`, which waits so, named.
[[nodiscard]] LaneMask named_lanes(const WarpSplit& warp_split);

/// Lanes that take part in the operation under way, from whichever warp split.
[[nodiscard]] inline LaneMask taking_part(const Warp& warp) {
    return !warp.has_waited || warp.exchange == nullptr ? warp.exec : warp.exec | warp.exchange->lanes;
}

/// The handler of an operation whose work is `core`.
template<Handler core>
const Inst* synced(Warp& warp, const Inst* inst, std::byte* frame) {
    const bool all_here = (warp.exec | warp.exited) == all_lanes || missing_lanes(warp, inst, frame) == 0;
    if (all_here && (!warp.has_waited || warp.exchange == nullptr)) [[likely]]
        return core(warp, inst, frame);
    return wait_for_collective(warp, inst, frame, core);
}

} // namespace warpscope::simt
