#pragma once

#include <string>

namespace warpscope::compile {

/// Expands macros such as "#define MAKE(name, op) __global__ void name(...) {...}". Keeps line numbers. The result
/// has blanks inside operators, so compilers cannot read it.
[[nodiscard]] std::string with_kernel_macros(const std::string& source);

} // namespace warpscope::compile
