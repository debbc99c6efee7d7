// Object in simt/ops/mbarrier.cpp is the barrier's layout, which the PTX manual leaves open.
#pragma once

#include <string>

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

enum class MbarrierOp : uint8_t {
    init,
    invalidate,
    arrive,
    arrive_drop,
    arrive_expect,
    arrive_drop_expect,
    expect_tx,
    complete_tx,
    copy_arrive, // cp.async.mbarrier.arrive: adds an expected arrival, then arrives; both cancel out
    test_state,
    test_parity,
};

/// a: slot of the address (64 bits). b: offset. d: slot of the state or test result. aux: site with the operand in
/// values[0].
[[nodiscard]] Handler mbarrier_handler(MbarrierOp op);
void complete_copies(Warp& warp, const Inst* inst, LaneMask lanes, const uint64_t* object, const uint32_t* bytes);
[[nodiscard]] Message awaited_message(const Warp& warp, uint64_t offset);
/// d: slot of the pending count. a: slot of the state.
[[nodiscard]] Handler mbarrier_pending_count();

} // namespace warpscope::simt
