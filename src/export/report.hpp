// Report as JSON; keys: docs/REPORT.md.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "session/session.hpp"

namespace warpscope::exporting {

/// Sums up launches; `launch` is the last, `launches` has all.
[[nodiscard]] nlohmann::ordered_json report(const session::RunResult& result);

} // namespace warpscope::exporting
