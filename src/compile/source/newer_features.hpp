#pragma once

#include <string>
#include <string_view>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Returns the reason, such as "cuda::barrier is an mbarrier", or "".
[[nodiscard]] Message reason_for_compute_80(const CompileRequest& request);

/// Returns "c++20" if needed, otherwise "c++17".
[[nodiscard]] std::string_view standard_of(std::string_view text);

[[nodiscard]] std::string_view standard_of(const CompileRequest& request);

} // namespace warpscope::compile
