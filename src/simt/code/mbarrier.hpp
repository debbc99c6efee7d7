// mbarrier: barrier objects in shared memory. Private to src/simt.
//
// The object's 64 bits are laid out in a way of our own, as the PTX manual leaves it open: arrivals that the phase
// under way still waits for, arrivals of a whole phase, bytes of copies that are still expected, whether any phase has
// been completed, and the parity of the one under way.
#pragma once

#include <string>

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

enum class MbarrierOp : uint8_t {
    init,
    invalidate,
    arrive,
    arrive_drop,
    arrive_expect,      // first expects bytes, then arrives
    arrive_drop_expect, // likewise
    expect_tx,
    complete_tx,
    copy_arrive, // cp.async.mbarrier.arrive: counts itself in and arrives, which comes to nothing
    test_state,
    test_parity,
};

/// a = slot of the address (64 bits), b = offset, d = slot of the state, or of the predicate of a test, aux = site:
/// values[0] is the operand, space generic or shared.
[[nodiscard]] Handler mbarrier_handler(MbarrierOp op);
/// The end of bulk copies: each lane's brings its bytes to the object whose offset in shared memory `object` has.
void complete_copies(Warp& warp, const Inst* inst, LaneMask lanes, const uint64_t* object, const uint32_t* bytes);
/// What a warp waits for that tests the object at `offset` in shared memory in vain, as the beginning of a sentence.
[[nodiscard]] std::string awaited_text(const Warp& warp, uint64_t offset);
/// d = slot of the pending count, a = slot of the state.
[[nodiscard]] Handler mbarrier_pending_count();

} // namespace warpscope::simt
