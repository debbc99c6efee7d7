// Explanations of CUDA's error codes.
#pragma once

#include <string_view>

#include "base/diagnostic.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// Returns whether CUDA repeats the error in all later calls, i.e. the GPU is lost for this process.
[[nodiscard]] bool is_sticky(Code code);

/// Explains an error. `doing` completes "while …", e.g. "copying the input to the GPU".
[[nodiscard]] Diagnostic explain(const Runtime& runtime, Code code, std::string_view doing);

/// Fails with explain() unless `code` is success.
[[nodiscard]] Result<void> check(const Runtime& runtime, Code code, std::string_view doing);

} // namespace warpscope::gpu
