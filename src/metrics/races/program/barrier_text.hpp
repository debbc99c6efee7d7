#pragma once

#include "base/message.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Lists up to four barriers other than __syncthreads(), with number, thread count and line.
[[nodiscard]] Message other_barriers(const simt::Program& program);

} // namespace warpscope::metrics
