#pragma once

#include "base/launch.hpp"
#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "simt/program.hpp"

namespace warpscope::session {

/// Checks arguments by value against PTX: their size, and whether they are floating.
[[nodiscard]] Result<void> check_argument_types(const ExecutionPlan& plan, const simt::Program& program);

/// Checks buffers, struct members and variables against the types in the mangled kernel name or the text `source`. For
/// experiments that people wrote.
[[nodiscard]] Result<void> check_buffer_types(const ExecutionPlan& plan, const catalog::Variant& variant,
                                              const simt::Program& program, const compile::CompileRequest& source);

} // namespace warpscope::session
