// Other contents for memory that nobody has written, so that it can be seen whether a kernel's results hang on them.
#pragma once

#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

/// Fills what a lane is about to load from shared or local memory with copies of `word`, by address. During the call of
/// on_memory() only.
void fill_before_load(const MemoryEvent& event, uint32_t lane, uint32_t word);

} // namespace warpscope::simt
