// A run's measurements as JSON. docs/REPORT.md documents every key.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "session/session.hpp"

namespace warpscope::exporting {

/// Sums over the launches of the run where it has several (the last launch's shape is under `launch`, all under
/// `launches`). Keys keep their order.
[[nodiscard]] nlohmann::ordered_json report(const session::RunResult& result);

} // namespace warpscope::exporting
