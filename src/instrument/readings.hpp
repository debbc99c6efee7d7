// What the probes of a run recorded, read from the buffers after it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/buffer.hpp"
#include "instrument/instrument.hpp"

namespace warpscope::instrument {

struct SiteTotals {
    uint64_t executions = 0; // by warps
    uint64_t lanes = 0;      // active, summed
    uint64_t split = 0;      // branches: executions at which the warp's lanes took both ways
    uint64_t sectors = 0;    // accesses to global memory: 32-byte sectors, summed
};

struct BlockTime {
    uint32_t multiprocessor = 0;
    uint64_t start_ns = 0, end_ns = 0; // since the launch's first block began
};

struct Readings {
    std::vector<SiteTotals> sites;    // by Instrumented::sites
    std::vector<uint32_t> divergent;  // by warp: executions of branches that split it
    std::vector<uint8_t> partly_idle; // by warp: 1 where lanes were off at some site
    std::vector<uint32_t> owners;     // by output cell: ThreadId (from 1), 0 none
    std::vector<BlockTime> blocks;    // by linear block index
};

/// `buffers` are those of the instrumented plan after its run.
[[nodiscard]] Readings read(const Instrumented& instrumented, const std::vector<HostBuffer>& buffers);

} // namespace warpscope::instrument
