// Checks that a launch's arguments are of the types that the kernel's parameters have. Private to src/session.
#pragma once

#include "base/launch.hpp"
#include "simt/program.hpp"

namespace warpscope::session {

/// Of what a kernel takes by value, PTX says how large it is and whether it is a floating number. An argument of the
/// other kind would be taken for its bits: refused with words on what to write.
[[nodiscard]] Result<void> check_argument_types(const ExecutionPlan& plan, const simt::Program& program);

} // namespace warpscope::session
