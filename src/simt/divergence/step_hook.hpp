// Hook before each instruction of a program built for stepping.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Reports the next instruction or ends the warp's turn (simt/stepping.hpp). aux: number of its source line, or 0.
[[nodiscard]] Handler before_instruction();

} // namespace warpscope::simt
