#pragma once

#include <nlohmann/json_fwd.hpp>

#include "session/session.hpp"

namespace warpscope::exporting {

/// See docs/REPORT.md. Numbers are sums over launches. The key `launch` describes the last launch, `launches` all.
[[nodiscard]] nlohmann::ordered_json report(const session::RunResult& result);

} // namespace warpscope::exporting
