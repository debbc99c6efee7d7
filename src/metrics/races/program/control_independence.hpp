// Tells whether what a lane reads decides if it comes to an instruction. Found by looking at a function's instructions.
#pragma once

#include <cstdint>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// A lane has executed the instruction at pc `earlier` and then the one at `later`: whether it would have come there
/// whatever it had read in memory, or heard from other lanes, in between. In doubt, no.
[[nodiscard]] bool is_control_independent(const simt::Program& program, uint32_t earlier, uint32_t later);

} // namespace warpscope::metrics
