#pragma once

#include <string>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// Lists up to four barriers other than __syncthreads(), with numbers, counts and lines.
[[nodiscard]] std::string other_barriers_text(const simt::Program& program);

} // namespace warpscope::metrics
