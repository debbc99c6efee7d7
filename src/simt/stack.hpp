// Local memory of a size that is known at run time only: alloca, stacksave, stackrestore. Private to src/simt.
//
// A function that allocates has a slot, DecodedFunction::allocated, with what each lane has taken behind the function's
// own variables; so it is given back when the function returns. Calls begin behind what any of their lanes has taken.
// A lane that wants more than there is ends there.
#pragma once

#include "simt/machine.hpp"

namespace warpscope::simt {

// Common to these: b = the slot of what lanes have taken, 64 bits.

/// d = slot of the offset in the stack, a = slot of the bytes, aux = alignment.
[[nodiscard]] Handler stack_allocate();
/// d = slot of the stack pointer.
[[nodiscard]] Handler stack_save();
/// a = slot of the stack pointer.
[[nodiscard]] Handler stack_restore();

/// Where the stack of the lanes in `lanes` that has gone furthest ends, in the running function.
[[nodiscard]] uint64_t stack_end(const Warp& warp, LaneMask lanes);

} // namespace warpscope::simt
