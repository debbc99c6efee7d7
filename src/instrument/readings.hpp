#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/buffer.hpp"
#include "instrument/instrument.hpp"

namespace warpscope::instrument {

struct SiteTotals {
    uint64_t executions = 0;
    uint64_t lanes = 0;   // active lanes, summed over executions
    uint64_t split = 0;   // divergent executions of a branch
    uint64_t sectors = 0; // 32 bytes each
};

struct BlockTime {
    uint32_t multiprocessor = 0;
    uint64_t start_ns = 0, end_ns = 0; // since the first block's start
};

struct Readings {
    std::vector<SiteTotals> sites;
    std::vector<uint32_t> divergent;  // per warp: diverging executions
    std::vector<uint8_t> partly_idle; // per warp: 1 if lanes were inactive
    std::vector<uint32_t> owners;     // per output cell: ThreadId from 1, or 0 without a writer
    std::vector<BlockTime> blocks;
};

[[nodiscard]] Readings read(const Instrumented& instrumented, const std::vector<HostBuffer>& buffers);

} // namespace warpscope::instrument
