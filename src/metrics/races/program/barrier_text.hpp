#pragma once

#include "base/message.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Lists up to four barriers other than __syncthreads(): numbers, counts and lines.
[[nodiscard]] Message other_barriers(const simt::Program& program);

} // namespace warpscope::metrics
