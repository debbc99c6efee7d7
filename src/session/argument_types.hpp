// Checks the types of launch arguments against the kernel's parameters.
#pragma once

#include "base/launch.hpp"
#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "simt/program.hpp"

namespace warpscope::session {

/// Checks by-value arguments: PTX gives their size and whether they are floating. A mismatch would reinterpret bits.
[[nodiscard]] Result<void> check_argument_types(const ExecutionPlan& plan, const simt::Program& program);

/// Checks buffers, struct members and variables against the mangled kernel name, or the text `source` if the name does
/// not say. For experiments written by people.
[[nodiscard]] Result<void> check_buffer_types(const ExecutionPlan& plan, const catalog::Variant& variant,
                                              const simt::Program& program, const compile::CompileRequest& source);

} // namespace warpscope::session
