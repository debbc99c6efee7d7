// Replaces uninitialized memory, to test whether results depend on it.
#pragma once

#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

/// Fills bytes of an element about to be loaded from shared or local memory with `word`. Call only during on_memory().
void fill_before_load(const MemoryEvent& event, uint32_t lane, uint64_t begin, uint32_t bytes, uint32_t word);

} // namespace warpscope::simt
