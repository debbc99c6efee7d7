// The launch setup and its run under way, as panels read them.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "catalog/legal.hpp"
#include "session/session.hpp"

namespace warpscope::workbench {

struct LaunchModel {
    DeviceLimits limits;
    catalog::IllegalValues illegal; // values of the sliders that make no launch, as far as they are known
    session::Progress progress;
    bool busy = false;
    bool result_is_stale = false;      // the result is of another launch setup, whose run takes its time
    std::optional<Diagnostic> failure; // of the newest request
    std::string failed_source;         // kernel text that did not compile or could not be launched; empty otherwise
    std::string launch_note;           // reason why the last move of a slider was cut short
};

} // namespace warpscope::workbench
