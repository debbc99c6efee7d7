// Expands "#define MAKE(name, op) __global__ void name(...) {...}".
#pragma once

#include <string>

namespace warpscope::compile {

/// Expands such macros without changing line numbers. The result is for reading only: operators are split by blanks.
[[nodiscard]] std::string with_kernel_macros(const std::string& source);

} // namespace warpscope::compile
