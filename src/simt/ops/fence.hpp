// Handlers of fences and nanosleep.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Orders memory accesses between the host threads that run blocks.
[[nodiscard]] Handler simple_fence();

/// Adds to the warp's sleeping time. a: slot of nanoseconds.
[[nodiscard]] Handler simple_nanosleep();

} // namespace warpscope::simt
