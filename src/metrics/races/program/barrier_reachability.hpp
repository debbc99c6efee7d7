// Tells whether a barrier of the block may lie where an instruction does, from the instructions of a function.
#pragma once

#include <cstdint>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns whether some barrier of the same function is such that each thread that passes it comes to the instruction
/// at `pc`: then there is no condition around the instruction that would keep threads from a barrier beside it.
[[nodiscard]] bool is_behind_barrier(const simt::Program& program, uint32_t pc);

} // namespace warpscope::metrics
