// Kernels that a macro makes: "#define MAKE(name, op) __global__ void name(...) {...}". Private to src/compile.
#pragma once

#include <string>

namespace warpscope::compile {

/// The source with what such macros come to in the place of each of their uses, on one line; the lines below keep their
/// numbers. Good enough to read kernels off it, not to be compiled: blanks stand between the parts of operators.
[[nodiscard]] std::string with_kernel_macros(const std::string& source);

} // namespace warpscope::compile
