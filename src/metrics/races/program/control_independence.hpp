#pragma once

#include <cstdint>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns whether a lane that executed `earlier` and `later` would have reached `later` with any memory contents.
[[nodiscard]] bool is_control_independent(const simt::Program& program, uint32_t earlier, uint32_t later);

} // namespace warpscope::metrics
