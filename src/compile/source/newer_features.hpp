// Tells kernels that have something of CUDA's that the hardware does from compute capability 8.0 on, and software
// below; and texts of a newer C++.
#pragma once

#include <string>
#include <string_view>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Returns what the first such thing is that the text or one of its own headers names, as "cuda::barrier is an
/// mbarrier": asynchronous copies to shared memory, barriers that are objects, and matrices of types and shapes that
/// older GPUs do not multiply. Empty: there is none.
[[nodiscard]] std::string reason_for_compute_80(const CompileRequest& request);

/// Returns "c++20" where a text has words or includes headers of that standard, else "c++17".
[[nodiscard]] std::string_view standard_of(std::string_view text);

/// The same of a request's text and the headers that go with it.
[[nodiscard]] std::string_view standard_of(const CompileRequest& request);

} // namespace warpscope::compile
