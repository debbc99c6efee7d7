// What stands in front of each instruction of a program that was built for stepping.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Tells observers of the instruction behind it, or ends the warp's turn: see simt/stepping.hpp. aux = number of its
/// source line, 0 for none.
[[nodiscard]] Handler before_instruction();

} // namespace warpscope::simt
