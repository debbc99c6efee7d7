#pragma once

#include <string>

#include "insight/machine_lines.hpp"

namespace warpscope::ui {

/// Returns "sm_90 predicates this `if`: lanes are masked, no branch". `machine` may be null.
[[nodiscard]] std::string branch_fate_text(const insight::MachineLines* machine, const session::RunResult& result,
                                           uint32_t line);
/// Returns "sm_90 · 24 registers · no spills · stack 0 bytes", with the names of the kernels if there are several.
[[nodiscard]] std::string resources_text(const insight::MachineLines& machine);
/// Returns "12 machine instructions: 8 integer, 4 shared memory. 2 are predicated."
[[nodiscard]] std::string mix_text(const sass::LineMix& mix);

} // namespace warpscope::ui
