// Counts a kernel's requests and sectors per cell, for the coalescing overlay.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/buffer.hpp"
#include "base/launch.hpp"
#include "ptx/module.hpp"

namespace warpscope::instrument {

struct CellProbe {
    std::string ptx;
    ExecutionPlan plan; // launches up to the recorded one
    // Indices in plan.buffers
    uint32_t counts = 0;    // buffer of u64 per cell: sectors << 32 | requests
    uint32_t means = 0;     // buffer of f32 per cell: sectors per request
    uint32_t straddles = 0; // buffer of one u32: nonzero if an access covered only parts of cells
};

/// Makes the launch count each request once per touched cell. Fails for a missing launch or kernel, 2^32 - 1 cells or
/// more, or accesses without probes (calls, textures, matrices).
[[nodiscard]] Result<CellProbe> probe_cells(const ptx::Module& module, const ExecutionPlan& plan, uint32_t launch);

[[nodiscard]] Diagnostic counted_in_part();

struct CellReadings {
    uint32_t buffer = 0;
    std::vector<float> sectors_per_request;
    float lowest = 0, highest = 0;
};
/// Reads the means of buffers that the kernel touched. Fails with counted_in_part() if `straddles` is nonzero.
[[nodiscard]] Result<std::vector<CellReadings>> read_cells(const CellProbe& probe,
                                                           const std::vector<HostBuffer>& buffers);

} // namespace warpscope::instrument
