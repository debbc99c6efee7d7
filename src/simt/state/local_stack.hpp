// Local memory of dynamic size: alloca, stacksave, stackrestore.
//
// A function that allocates has a slot, DecodedFunction::allocated, with the bytes each lane has taken after the
// function's variables. They are freed when the function returns. A callee's frame begins after the largest of them. A
// lane that exceeds the stack is ended. A gap before each array exposes overruns of the array below.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// All handlers: b is the slot of the bytes taken (64 bits).

/// d: slot of the stack offset. a: slot of the size. aux: alignment.
[[nodiscard]] Handler stack_allocate();
/// d: slot of the stack pointer.
[[nodiscard]] Handler stack_save();
/// a: slot of the stack pointer.
[[nodiscard]] Handler stack_restore();

/// Removes the gaps at or above `offset` after the lanes freed that part.
void drop_stack_gaps(Warp& warp, LaneMask lanes, uint64_t offset);
/// Returns the gap that an access touches, or null.
[[nodiscard]] const StackGap* touched_stack_gap(const Warp& warp, uint32_t lane, uint64_t offset, uint32_t bytes);

/// Returns the largest end of the stack in the current function over `lanes`.
[[nodiscard]] uint64_t stack_end(const Warp& warp, LaneMask lanes);

} // namespace warpscope::simt
