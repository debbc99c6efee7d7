#pragma once

#include "base/launch.hpp"
#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "simt/program.hpp"

namespace warpscope::session {

/// Checks that arguments are floating-point numbers where PTX expects them, and only there.
[[nodiscard]] Result<void> check_argument_types(const ExecutionPlan& plan, const simt::Program& program);

/// Checks buffers, struct members and variables of handwritten experiments against the types in the mangled kernel name
/// or the text `source`.
[[nodiscard]] Result<void> check_buffer_types(const ExecutionPlan& plan, const catalog::Variant& variant,
                                              const simt::Program& program, const compile::CompileRequest& source);

} // namespace warpscope::session
