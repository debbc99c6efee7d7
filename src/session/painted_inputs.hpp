#pragma once

#include "session/session.hpp"

namespace warpscope::session {

/// Calls catalog::prepare() and paints all inputs except the main one. `before` may be null.
[[nodiscard]] Result<catalog::Prepared> prepare_painted(const catalog::Variant& variant, const Request& request,
                                                        const HostBuffer& main_input, const DeviceLimits& limits,
                                                        const RunResult* before);

} // namespace warpscope::session
