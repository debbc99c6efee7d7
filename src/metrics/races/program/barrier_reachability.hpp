#pragma once

#include <cstdint>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns whether every thread that passes some barrier also reaches `pc`. A barrier can be inserted there.
[[nodiscard]] bool is_after_barrier(const simt::Program& program, uint32_t pc);

} // namespace warpscope::metrics
