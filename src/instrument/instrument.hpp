#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "instrument/sites.hpp"
#include "ptx/module.hpp"

namespace warpscope::instrument {

struct Instrumented {
    std::string ptx;
    ExecutionPlan plan;
    LaunchConfig config;
    std::vector<Site> sites;    // in the order of a warp's records
    size_t branches = 0;        // number of branch sites, which come first
    size_t recorded_launch = 0; // in plan.launches

    // Indices in plan.buffers
    uint32_t records = 0; // buffer of u64 per warp and site
    uint32_t owners = 0;  // buffer of u32 per output cell: highest ThreadId that wrote it
    uint32_t blocks = 0;  // buffer of three u64 per block: multiprocessor + 1, start, end (ns)
    uint32_t totals = 0;  // buffer of three u64 per site: executions, lanes, and splits (branch) or sectors (access)
    uint32_t classes = 0; // buffer of u32 per warp (reductions.hpp)
    uint32_t keys = 0, marks = 0;         // buffers of add_layer(): u32 per place, u8 per place and level
    uint32_t misplaced = 0;               // buffer of add_layer(): two u32
    std::vector<uint32_t> unsteady_lines; // PTX lines without probes
    std::vector<Message> notes;
};

uint32_t add_buffer(ExecutionPlan& plan, std::string name, ElementType type, uint64_t width, uint64_t height = 1);

/// Makes the last launch record its execution, and the owners of the cells of `output`. `unsteady`: ascending indices
/// of instructions that get no probes, because waiting changes how often they run. Fails for a missing launch or
/// kernel, 2^32 threads or more, or over 4 GiB of records.
[[nodiscard]] Result<Instrumented> instrument(const ptx::Module& module, const ExecutionPlan& plan, uint32_t output,
                                              const std::vector<uint32_t>& unsteady = {});

} // namespace warpscope::instrument
