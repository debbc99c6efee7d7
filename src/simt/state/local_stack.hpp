// Dynamic local memory: alloca, stacksave, stackrestore. DecodedFunction::allocated counts each lane's bytes, which
// follow the function's variables. Frames of callees begin after the largest count. A lane whose stack overflows
// ends.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

// In all handlers, b is DecodedFunction::allocated.

/// d: slot of the offset. a: slot of the size. aux: alignment.
[[nodiscard]] Handler stack_allocate();
[[nodiscard]] Handler stack_save();
[[nodiscard]] Handler stack_restore();

void drop_stack_gaps(Warp& warp, LaneMask lanes, uint64_t offset);
[[nodiscard]] const StackGap* touched_stack_gap(const Warp& warp, uint32_t lane, uint64_t offset, uint32_t bytes);

[[nodiscard]] uint64_t stack_end(const Warp& warp, LaneMask lanes);

} // namespace warpscope::simt
