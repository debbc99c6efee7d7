// Compares launch arguments with the kernel's parameters.
#pragma once

#include "base/launch.hpp"
#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "simt/program.hpp"

namespace warpscope::session {

/// Checks arguments by value: size, and floating or not, as in PTX.
[[nodiscard]] Result<void> check_argument_types(const ExecutionPlan& plan, const simt::Program& program);

/// Checks buffers, struct members and variables against the mangled kernel name or else the text `source`. For
/// experiments written by people.
[[nodiscard]] Result<void> check_buffer_types(const ExecutionPlan& plan, const catalog::Variant& variant,
                                              const simt::Program& program, const compile::CompileRequest& source);

} // namespace warpscope::session
