// PTX of probes. For each warp and site, the lowest active lane adds to a word: executions, lanes, and splits (branch)
// or sectors (access).
#pragma once

#include <string>
#include <vector>

#include "instrument/sites.hpp"
#include "ptx/parser.hpp"

namespace warpscope::instrument {

/// Word per warp and site: executions << executions_shift | lanes << lanes_shift | splits or sectors.
inline constexpr uint32_t executions_shift = 46, lanes_shift = 23;
inline constexpr uint64_t most_executions = uint64_t{1} << (64 - executions_shift);

inline constexpr uint32_t block_words = 3;

struct OwnedBuffer {
    uint32_t cell_bytes = 1;
};

/// Returns a copy of the kernel with more parameters: records, owners, blocks, output and the output's bytes.
[[nodiscard]] ptx::Weaving probes(const ptx::Function& kernel, const std::vector<Site>& sites, const OwnedBuffer& owned,
                                  std::string name);

} // namespace warpscope::instrument
