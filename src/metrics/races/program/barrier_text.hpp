// What a person reads of a kernel's barriers, where a finding says that none orders two accesses.
#pragma once

#include <string>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns what the program says of barriers other than __syncthreads(): numbers, counts and lines, four at most. Empty
/// without any.
[[nodiscard]] std::string other_barriers_text(const simt::Program& program);

} // namespace warpscope::metrics
