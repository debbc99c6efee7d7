// Instances of kernel templates that host code launches. Private to src/compile.
#pragma once

#include <string>
#include <vector>

#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

/// "blur<float, 3>" of `blur<float, 3><<<grid, block>>>(...)`, where all that it names is known outside of the function
/// that launches it, too; each once.
[[nodiscard]] std::vector<std::string> launched_instances(const SourcePool& pool);

} // namespace warpscope::compile
