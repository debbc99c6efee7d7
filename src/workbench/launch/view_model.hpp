#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "catalog/legal.hpp"
#include "session/session.hpp"

namespace warpscope::workbench {

/// Time after which progress is shown and stale pictures are marked.
inline constexpr double patience_ms = 200;

struct LaunchModel {
    DeviceLimits limits;
    catalog::IllegalValues illegal;
    session::Progress progress;
    bool busy = false;
    bool result_is_stale = false; // the result has been stale for patience_ms
    std::optional<Diagnostic> failure;
    std::string failed_source; // text that did not compile or launch
    std::string launch_note;   // reason why the last slider move was limited
};

} // namespace warpscope::workbench
