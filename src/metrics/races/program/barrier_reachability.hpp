// Tests whether a block barrier can be inserted at an instruction.
#pragma once

#include <cstdint>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns whether every thread that passes some barrier of the function also reaches `pc`. Then no condition at `pc`
/// keeps threads from a barrier there.
[[nodiscard]] bool is_behind_barrier(const simt::Program& program, uint32_t pc);

} // namespace warpscope::metrics
