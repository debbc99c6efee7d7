// Expands "#define MAKE(name, op) __global__ void name(...) {...}".
#pragma once

#include <string>

namespace warpscope::compile {

/// Keeps line numbers. Only for reading: operators are split by blanks.
[[nodiscard]] std::string with_kernel_macros(const std::string& source);

} // namespace warpscope::compile
