// Handlers of asynchronous copies between global and shared memory: cp.async and cp.async.bulk.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Loads per lane up to the number of bytes in the slot Inst::c from global memory into the site's words and fills the
/// rest with zeros. a, b and aux as in other loads; 64-bit addresses.
[[nodiscard]] Handler load_part();

/// Copies one region per lane. d and a: slots of the 64-bit target and source addresses. b: slot of the 32-bit size. c:
/// slot of the mbarrier address, for copies to shared memory only. aux: site. Returns nullptr for spaces without such a
/// copy.
[[nodiscard]] Handler bulk_copy(ptx::Space from, ptx::Space to);

} // namespace warpscope::simt
