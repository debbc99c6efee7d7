#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Loads as many bytes per lane as slot c says, and fills the rest with zeros.
[[nodiscard]] Handler load_part();

/// d, a: slots of 64-bit target and source addresses. b: slot of the 32-bit size. c: slot of the mbarrier address, for
/// copies to shared memory. Returns nullptr if PTX cannot copy between the spaces.
[[nodiscard]] Handler bulk_copy(ptx::Space from, ptx::Space to);

} // namespace warpscope::simt
