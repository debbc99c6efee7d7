// Measurements of a run as JSON, documented in docs/REPORT.md.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "session/session.hpp"

namespace warpscope::exporting {

/// Sums over launches; the last launch's shape is in `launch`, all launches in `launches`. Keys keep their order.
[[nodiscard]] nlohmann::ordered_json report(const session::RunResult& result);

} // namespace warpscope::exporting
