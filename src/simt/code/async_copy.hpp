// Copies between global and shared memory that go by themselves: cp.async and cp.async.bulk. Private to src/simt.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// Loads up to as many bytes of global memory per lane as the slot at Inst::c says into words of the site, zeros behind
/// them. a, b, aux as of other loads; addresses of 64 bits.
[[nodiscard]] Handler load_part();

/// A whole copy per lane: d and a are the slots of the addresses of target and source, of 64 bits, b that of its bytes,
/// of 32, and c that of the address of the mbarrier that is told of its end; only copies to shared memory have one.
/// aux = site. nullptr for spaces between which there is no copy.
[[nodiscard]] Handler bulk_copy(ptx::Space from, ptx::Space to);

} // namespace warpscope::simt
