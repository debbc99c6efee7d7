#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

[[nodiscard]] Handler simple_fence();

/// a: slot of nanoseconds.
[[nodiscard]] Handler simple_nanosleep();

} // namespace warpscope::simt
