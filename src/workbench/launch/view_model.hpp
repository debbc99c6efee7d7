// The launch setup and its run in progress, for panels.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "catalog/legal.hpp"
#include "session/session.hpp"

namespace warpscope::workbench {

struct LaunchModel {
    DeviceLimits limits;
    catalog::IllegalValues illegal;
    session::Progress progress;
    bool busy = false;
    bool result_is_stale = false; // result belongs to another launch setup and the new run takes a while
    std::optional<Diagnostic> failure;
    std::string failed_source; // kernel text that did not compile or launch; empty otherwise
    std::string launch_note;   // reason why the last slider move was limited
};

} // namespace warpscope::workbench
