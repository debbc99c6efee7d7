#pragma once

#include <string_view>

#include "base/diagnostic.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// Returns whether all later CUDA calls of the process repeat the error.
[[nodiscard]] bool is_sticky(Code code);

/// `doing` follows "While" in the message.
[[nodiscard]] Diagnostic explain(const Runtime& runtime, Code code, const Message& doing);

[[nodiscard]] Result<void> check(const Runtime& runtime, Code code, const Message& doing);

} // namespace warpscope::gpu
