// Handlers of asynchronous copies between global and shared memory: cp.async and cp.async.bulk.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Loads up to the number of bytes in slot c per lane and pads the site's words with zeros. Otherwise like loads.
[[nodiscard]] Handler load_part();

/// d, a: slots of 64-bit target and source addresses. b: slot of the 32-bit size. c: slot of the mbarrier address, for
/// copies to shared memory. nullptr for spaces without such a copy.
[[nodiscard]] Handler bulk_copy(ptx::Space from, ptx::Space to);

} // namespace warpscope::simt
