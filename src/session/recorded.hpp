// A run whose overlays come from the hardware: what the GPU recorded in place of what the emulator measured.
#pragma once

#include <functional>
#include <memory>

#include "session/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Has the GPU run a launch of the result for ProbeKind::sectors (sectors_on_gpu() as a rule). Called on any thread.
using SectorProber = std::function<Result<metrics::Probe>(const RunResult& result, uint32_t launch)>;

/// `result` with these parts of its last launch taken from `recording`: owners of the output's cells, divergence of
/// warps, sectors and split branches, in total and by line. All else (other buffers' maps, instruction counts,
/// findings, traces of blocks) stays the emulator's. RunResult::recorded_on names the GPU. Sectors by cell are measured
/// by `sectors` where it can; where it cannot, and for the other probes, the emulator runs: Probe::measured_on says so.
[[nodiscard]] std::shared_ptr<const RunResult> as_recorded(std::shared_ptr<const RunResult> result,
                                                           const Recording& recording, SectorProber sectors = {});

} // namespace warpscope::session
