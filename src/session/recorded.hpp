#pragma once

#include <functional>
#include <memory>

#include "session/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Measures sectors. May be called on any thread.
using SectorProber = std::function<Result<metrics::Probe>(const RunResult& result, uint32_t launch)>;

/// Replaces the last launch's owners, divergence, sectors and split branches with those of `recording`. Keeps the
/// emulator's other data, including sectors by cell if `sectors` fails (see Probe::measured_on).
[[nodiscard]] std::shared_ptr<const RunResult> as_recorded(std::shared_ptr<const RunResult> result,
                                                           const Recording& recording, SectorProber sectors = {});

} // namespace warpscope::session
