// cp.async with a size of its own for the source. Private to src/simt.
#pragma once

#include "simt/instruction.hpp"

namespace warpscope::simt {

/// Loads up to as many bytes of global memory per lane as the slot at Inst::c says into words of the site, zeros behind
/// them. a, b, aux as of other loads; addresses of 64 bits.
[[nodiscard]] Handler load_part();

} // namespace warpscope::simt
