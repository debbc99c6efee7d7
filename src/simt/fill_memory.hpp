// Substitutes the contents of uninitialized memory, to test whether a kernel's results depend on them.
#pragma once

#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

/// Fills `bytes` bytes from offset `begin` of the element that a lane is about to load from shared or local memory with
/// copies of `word`. Call only during on_memory().
void fill_before_load(const MemoryEvent& event, uint32_t lane, uint64_t begin, uint32_t bytes, uint32_t word);

} // namespace warpscope::simt
