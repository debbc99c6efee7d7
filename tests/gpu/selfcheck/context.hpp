// Runs a LiveOutput without the frame loop of a window.
#pragma once

#include "interop/live_output.hpp"

namespace warpscope::selfcheck {

/// Shows the latest run and polls until its picture is complete. Returns false after five seconds, or if `live` is
/// inactive.
bool show_and_wait(interop::LiveOutput& live);

} // namespace warpscope::selfcheck
