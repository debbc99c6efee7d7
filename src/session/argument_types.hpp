// Checks that a launch's arguments are of the types that the kernel's parameters have. Private to src/session.
#pragma once

#include "base/launch.hpp"
#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "simt/program.hpp"

namespace warpscope::session {

/// Of what a kernel takes by value, PTX says how large it is and whether it is a floating number. An argument of the
/// other kind would be taken for its bits: refused with words on what to write.
[[nodiscard]] Result<void> check_argument_types(const ExecutionPlan& plan, const simt::Program& program);

/// Of what a kernel reads through a pointer, PTX says nothing: buffers, what struct members are, and variables are held
/// against the kernel's mangled name, and against the text `source` where that does not say it. For experiments that a
/// person wrote.
[[nodiscard]] Result<void> check_buffer_types(const ExecutionPlan& plan, const catalog::Variant& variant,
                                              const simt::Program& program, const compile::CompileRequest& source);

} // namespace warpscope::session
