// What CUDA's error codes mean for a person: a sentence, and what to do.
#pragma once

#include <string_view>

#include "base/diagnostic.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// Returns whether the error ends the use of the GPU in this process: CUDA answers every later call with it.
[[nodiscard]] bool is_sticky(Code code);

/// `doing` completes "while …": "copying the input to the GPU". Names CUDA's own error too.
[[nodiscard]] Diagnostic explain(const Runtime& runtime, Code code, std::string_view doing);

/// fails with explain() unless `code` is success.
[[nodiscard]] Result<void> check(const Runtime& runtime, Code code, std::string_view doing);

} // namespace warpscope::gpu
