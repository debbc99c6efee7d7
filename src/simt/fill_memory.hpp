// Other contents for memory that nothing has written, so that it can be seen whether a kernel's results depend on it.
#pragma once

#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

/// Of what a lane is about to load from shared or local memory, fills `bytes` bytes at the offset `begin` there with
/// copies of `word`, by address. During the call of on_memory() only.
void fill_before_load(const MemoryEvent& event, uint32_t lane, uint64_t begin, uint32_t bytes, uint32_t word);

} // namespace warpscope::simt
