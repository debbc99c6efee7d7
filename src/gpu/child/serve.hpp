#pragma once

#include <optional>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// First word of a child's command line; the GPU's number follows.
inline constexpr const char* child_command = "gpu-child";
inline constexpr int child_socket = 3;

/// Serves as a child and returns its exit status, or nullopt in other processes. Call first in main().
[[nodiscard]] std::optional<int> serve_as_child(int argc, const char* const* argv, Runtime& runtime);

} // namespace warpscope::gpu
