// Handlers too small for a file of their own.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Orders memory accesses between the host threads that run blocks.
[[nodiscard]] Handler simple_fence();

/// Adds to the time that the warp has slept; `a`: nanoseconds.
[[nodiscard]] Handler simple_nanosleep();

} // namespace warpscope::simt
