// One 32-bit number per cell of a buffer.
#pragma once

#include <cstdint>
#include <vector>

#include "base/zeroed_allocator.hpp"

namespace warpscope::metrics {

using CellArray = std::vector<uint32_t, ZeroedAllocator<uint32_t>>;

} // namespace warpscope::metrics
