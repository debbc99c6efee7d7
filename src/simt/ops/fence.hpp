#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Orders accesses between host threads.
[[nodiscard]] Handler simple_fence();

/// a is the slot of nanoseconds.
[[nodiscard]] Handler simple_nanosleep();

} // namespace warpscope::simt
