// A run whose overlays come from a GPU recording.
#pragma once

#include <functional>
#include <memory>

#include "session/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Measures ProbeKind::sectors of a launch on the GPU; usually sectors_on_gpu(). Called on any thread.
using SectorProber = std::function<Result<metrics::Probe>(const RunResult& result, uint32_t launch)>;

/// Replaces parts of the last launch by `recording`: owners of output cells, divergence, sectors and split branches.
/// All else stays the emulator's. RunResult::recorded_on names the GPU. `sectors` measures sectors by cell; if it
/// fails, and for other probes, the emulator runs, as Probe::measured_on says.
[[nodiscard]] std::shared_ptr<const RunResult> as_recorded(std::shared_ptr<const RunResult> result,
                                                           const Recording& recording, SectorProber sectors = {});

} // namespace warpscope::session
