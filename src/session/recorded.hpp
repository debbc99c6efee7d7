// A run whose overlays come from a GPU recording.
#pragma once

#include <functional>
#include <memory>

#include "session/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Measures sectors; usually sectors_on_gpu(). Called on any thread.
using SectorProber = std::function<Result<metrics::Probe>(const RunResult& result, uint32_t launch)>;

/// Replaces measurements of the last launch by `recording`: owners, divergence, sectors and split branches. Other
/// measurements, and sectors by cell if `sectors` fails, are the emulator's; see Probe::measured_on.
[[nodiscard]] std::shared_ptr<const RunResult> as_recorded(std::shared_ptr<const RunResult> result,
                                                           const Recording& recording, SectorProber sectors = {});

} // namespace warpscope::session
