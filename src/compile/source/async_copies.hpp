// Tells kernels that copy asynchronously. Private to src/compile.
#pragma once

#include <string_view>

namespace warpscope::compile {

/// Returns the name of the first function of CUDA's that `source` names and that copies to shared memory
/// asynchronously, where the hardware can; empty: there is none.
[[nodiscard]] std::string_view asynchronous_copy(std::string_view source);

} // namespace warpscope::compile
