// The PTX of the probes: what is put in front of an instruction so that the kernel itself records what its warps do.
//
// A warp keeps one 64-bit word per site in global memory (record_shift below), to which the lowest active lane adds:
// executions, lanes, and sectors (memory) or executions that split the warp (branches). The masks are those with which
// the hardware runs the instruction (activemask and vote), so they show how it really diverges and reconverges.
#pragma once

#include <string>
#include <vector>

#include "instrument/sites.hpp"
#include "ptx/parser.hpp"

namespace warpscope::instrument {

/// A record word: executions << executions_shift | lanes << lanes_shift | extra.
inline constexpr uint32_t executions_shift = 46, lanes_shift = 23;
/// A warp may pass a site less often than this; beyond it the counts run into each other.
inline constexpr uint64_t most_executions = uint64_t{1} << (64 - executions_shift);

/// Words per block in the table of blocks: multiprocessor + 1, start and end of the block in nanoseconds.
inline constexpr uint32_t block_words = 3;

/// The output buffer, whose cells get owners.
struct OwnedBuffer {
    uint32_t cell_bytes = 1;
};

/// A copy of `kernel` called `name` that records. It takes, after the kernel's own parameters: the addresses of records
/// (a word per warp and site), owners (a u32 per output cell), blocks (block_words per block), the output, and the
/// output's size in bytes as u64.
[[nodiscard]] ptx::Weaving probes(const ptx::Function& kernel, const std::vector<Site>& sites, const OwnedBuffer& owned,
                                  std::string name);

} // namespace warpscope::instrument
