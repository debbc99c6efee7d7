// Local memory of a size that is known at run time only: alloca, stacksave, stackrestore. Private to src/simt.
//
// A function that allocates has a slot, DecodedFunction::allocated, with what each lane has taken behind the function's
// own variables; so it is given back when the function returns. Calls begin behind what any of their lanes has taken.
// A lane that wants more than there is ends there.
// In front of each array lies a gap, so that overrunning the one before it is found.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// Common to these: b = the slot of what lanes have taken, 64 bits.

/// d = slot of the offset in the stack, a = slot of the bytes, aux = alignment.
[[nodiscard]] Handler stack_allocate();
/// d = slot of the stack pointer.
[[nodiscard]] Handler stack_save();
/// a = slot of the stack pointer.
[[nodiscard]] Handler stack_restore();

/// Forgets the gaps that begin at `offset` or above, where lanes have given that back.
void drop_stack_gaps(Warp& warp, LaneMask lanes, uint64_t offset);
/// The gap that an access of a lane's touches; null where it touches none.
[[nodiscard]] const StackGap* touched_stack_gap(const Warp& warp, uint32_t lane, uint64_t offset, uint32_t bytes);

/// Where the stack of the lanes in `lanes` that has gone furthest ends, in the running function.
[[nodiscard]] uint64_t stack_end(const Warp& warp, LaneMask lanes);

} // namespace warpscope::simt
