#pragma once

#include "base/message.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Lists the program's barriers other than __syncthreads(): numbers, counts and lines, four at most. Empty without any.
[[nodiscard]] Message other_barriers(const simt::Program& program);

} // namespace warpscope::metrics
