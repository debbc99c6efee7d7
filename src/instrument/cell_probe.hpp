// Makes a kernel count, for every cell of every buffer, the requests that touch it and the sectors that these touch in
// all: what the overlay of coalescing shows. As with instrument.hpp, both executors can run the result.
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
    ExecutionPlan plan; // up to the recorded launch
    // Buffers that were added to it.
    uint32_t counts = 0;    // u64 per cell, buffer after buffer: sectors << 32 | requests
    uint32_t means = 0;     // f32 per cell, in the same order: sectors per request, 0 where there was none
    uint32_t straddles = 0; // one u32: not 0 after the run if an access covered parts of cells
};

/// Counts in `launch` of the plan. A request counts once for each cell, however many of its lanes lie there.
/// ErrorKind::usage when there is no such launch, its kernel is not in `module`, some of its accesses are in functions
/// that the compiler did not inline, or of textures or matrix instructions, or the buffers have 2^32 - 1 cells or more.
[[nodiscard]] Result<CellProbe> probe_cells(const ptx::Module& module, const ExecutionPlan& plan, uint32_t launch);

/// Why there are no counts where CellProbe::straddles is not 0: a cell that two lanes share would count twice.
[[nodiscard]] Diagnostic counted_in_part();

struct CellReadings {
    uint32_t buffer = 0;                    // in the plan
    std::vector<float> sectors_per_request; // by cell
    float lowest = 0, highest = 0;          // of the cells that were touched
};
/// `buffers` are those of the probe's plan after its run; of the added ones, counts are not looked at. Buffers that no
/// request touched are left out.
/// counted_in_part() when cells were covered in part.
[[nodiscard]] Result<std::vector<CellReadings>> read_cells(const CellProbe& probe,
                                                           const std::vector<HostBuffer>& buffers);

} // namespace warpscope::instrument
