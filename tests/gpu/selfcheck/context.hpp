// Driving a LiveOutput without a window's frame loop.
#pragma once

#include "interop/live_output.hpp"

namespace warpscope::selfcheck {

/// Shows what was prepared last and polls until its picture is there. False when it stays inactive.
bool show_and_wait(interop::LiveOutput& live);

} // namespace warpscope::selfcheck
