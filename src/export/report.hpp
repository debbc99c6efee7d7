#pragma once

#include <nlohmann/json_fwd.hpp>

#include "session/session.hpp"

namespace warpscope::exporting {

/// Returns the report as JSON; see docs/REPORT.md. Sums up launches; `launch` is the last, `launches` has all.
[[nodiscard]] nlohmann::ordered_json report(const session::RunResult& result);

} // namespace warpscope::exporting
