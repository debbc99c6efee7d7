#pragma once

#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

/// Fills shared or local memory with copies of `word` before a load. Valid only during on_memory().
void fill_before_load(const MemoryEvent& event, uint32_t lane, uint64_t begin, uint32_t bytes, uint32_t word);

} // namespace warpscope::simt
