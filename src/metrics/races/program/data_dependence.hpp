#pragma once

#include <cstdint>

#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns whether values from memory decide if a thread reaches `pc`. A barrier there may hang.
[[nodiscard]] bool is_controlled_by_data(const simt::Program& program, uint32_t pc);
/// Returns whether the address of `pc` changes in a loop, and does not depend on memory.
[[nodiscard]] bool moves_in_loop(const simt::Program& program, uint32_t pc);

} // namespace warpscope::metrics
