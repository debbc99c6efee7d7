#pragma once

#include <string_view>

#include "base/diagnostic.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// Returns whether CUDA repeats the error in all later calls of the process.
[[nodiscard]] bool is_sticky(Code code);

/// `doing` completes "while …".
[[nodiscard]] Diagnostic explain(const Runtime& runtime, Code code, const Message& doing);

[[nodiscard]] Result<void> check(const Runtime& runtime, Code code, const Message& doing);

} // namespace warpscope::gpu
