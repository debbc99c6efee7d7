#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Reports the next instruction, or ends the turn before it (stepping.hpp). aux: source line, or 0.
[[nodiscard]] Handler before_instruction();

} // namespace warpscope::simt
