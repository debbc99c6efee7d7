// PTX of the probes, which precede the instructions they record. Each warp has a 64-bit word per site in global memory.
// The lowest active lane adds executions, lanes, and either sectors (memory) or splits (branches). The masks come from
// the hardware (activemask, vote), so they show the real divergence.
#pragma once

#include <string>
#include <vector>

#include "instrument/sites.hpp"
#include "ptx/parser.hpp"

namespace warpscope::instrument {

/// Record word: executions << executions_shift | lanes << lanes_shift | extra.
inline constexpr uint32_t executions_shift = 46, lanes_shift = 23;
/// Limit per warp and site; beyond it the fields overflow.
inline constexpr uint64_t most_executions = uint64_t{1} << (64 - executions_shift);

/// Multiprocessor + 1, start and end in nanoseconds.
inline constexpr uint32_t block_words = 3;

/// Output buffer whose cells get owners.
struct OwnedBuffer {
    uint32_t cell_bytes = 1;
};

/// Returns a recording copy of `kernel`. Additional parameters: addresses of records (u64 per warp and site), owners
/// (u32 per output cell), blocks (block_words per block) and output, and the output's size in bytes as u64.
[[nodiscard]] ptx::Weaving probes(const ptx::Function& kernel, const std::vector<Site>& sites, const OwnedBuffer& owned,
                                  std::string name);

} // namespace warpscope::instrument
